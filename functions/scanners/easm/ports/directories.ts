import { hex, LDAP_ROOT } from "./messages.ts";
import { ask, plainService, type Question } from "./question.ts";

/** A directory tells strangers which trees it holds (RFC 4512, 5.1); that much it is made to tell everybody. */
export const ldap: Question = async (target, net) => {
  const said = await ask(net, target, LDAP_ROOT);
  const operation = said.indexOf(hex("020101"));
  const isEntry = said[0] === 0x30 && operation > 0 && operation < 8 && [0x64, 0x65].includes(said[operation + 3] ?? 0);
  if (!isEntry) return null;
  const contexts = [...said.toString("latin1").matchAll(/(?:dc|o|ou|cn)=[\w-]+(?:,(?:dc|o|ou|cn|c)=[\w-]+)*/gi)].map(
    ([name]) => name,
  );
  return {
    ...plainService("ldap", Buffer.from("LDAP"), { product: "LDAP directory" }),
    exposures: [
      {
        rule: "ldap_exposed",
        evidence: { search: "root entry", naming_contexts: [...new Set(contexts)].sort().slice(0, 10) },
      },
    ],
  };
};
