import type { Decoy, Section, Truth } from "../model.ts";

const truth = (rule: string, host: string, why: string, parameter?: string): Truth => ({
  rule: `easm.email.${rule}`,
  host,
  why,
  ...(parameter === undefined ? {} : { parameter }),
});

const decoys = (rule: string, hosts: readonly string[], why: string): readonly Decoy[] =>
  hosts.map((host) => ({ resembles: `easm.email.${rule}`, host, why }));

/** DKIM keys and BIMI records; the records themselves are in `dns/mail-keys.ts`. */
export const mailDepth: Section = {
  hosts: [],
  truths: [
    truth("dkim_weak_key", "hooli.test", "An RSA key of 1024 bits.", "selector1"),
    truth("dkim_weak_key", "umbrella.test", "An RSA key of 512 bits.", "s1"),
    truth("dkim_invalid", "globex.test", "A key that was cut off.", "default"),
    truth("dkim_revoked", "globex.test", "An empty key.", "mail"),
    truth("dkim_test_mode", "umbrella.test", "The flag for tests.", "k1"),
    truth("bimi_invalid", "hooli.test", "A logo that is not on an https address."),
  ],
  decoys: [
    ...decoys("dkim_weak_key", ["acme.test"], "An RSA key of 2048 bits, and an Ed25519 key, which is short by nature."),
    ...decoys("dkim_weak_key", ["globex.test"], "A key that cannot be read has no size."),
    ...decoys("dkim_weak_key", ["initech.test"], "No key at all."),
    ...decoys("dkim_invalid", ["acme.test"], "A text at a selector's name that is no key record."),
    ...decoys("dkim_invalid", ["umbrella.test"], "A record without a version, which may be left out."),
    ...decoys("dkim_invalid", ["hooli.test", "initech.test"], "Well-formed records."),
    ...decoys("dkim_revoked", ["initech.test"], "A wildcard says of every selector that there is no key."),
    ...decoys("dkim_revoked", ["acme.test", "hooli.test", "umbrella.test"], "Keys in use."),
    ...decoys("dkim_test_mode", ["hooli.test"], "Another flag."),
    ...decoys("dkim_test_mode", ["acme.test", "globex.test", "initech.test"], "No flags."),
    ...decoys("bimi_invalid", ["acme.test"], "A logo on an https address."),
    ...decoys("bimi_invalid", ["initech.test"], "Declines to take part, as the draft has it."),
    ...decoys("bimi_invalid", ["globex.test"], "A note that is no record."),
    ...decoys("bimi_invalid", ["umbrella.test"], "No record."),
  ],
};
