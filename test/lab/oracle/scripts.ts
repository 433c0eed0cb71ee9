import { send } from "../raw/http.ts";
import { firstBytes } from "../raw/tcp.ts";
import { type Claim, get, type Oracle, placeOf } from "./oracle.ts";

/** Texts of the scripts that the front page names, each with its path; pages in their place are none. */
const scriptsOf = async (claim: Claim): Promise<readonly (readonly [path: string, text: string])[]> => {
  const front = (await get(claim, "/")).body.toString();
  const paths = [...front.matchAll(/<script src="(\/[^"]+)"/g)].map(([, path]) => path ?? "");
  const answers = await Promise.all(paths.map(async (path) => [path, await get(claim, path)] as const));
  return answers.flatMap(([path, { status, headers, body }]) =>
    status === 200 && String(headers["content-type"]).includes("javascript") ? [[path, body.toString()] as const] : [],
  );
};

/** What each kind looks like; examples say so. */
const kinds: Readonly<Record<string, RegExp>> = {
  aws_access_key_id: /"AKIA[A-Z2-7]{16}"/,
  stripe_secret_key: /"sk_live_\w{24}"/,
  gitlab_token: /'glpat-\w{20}'/,
};

const isMap = (text: string): boolean => /^\{"version":3,.*"sources":\["/.test(text);

const front =
  (
    judge: (page: { readonly shown: string; readonly body: string; readonly policy: string }, claim: Claim) => boolean,
  ): Oracle =>
  async (claim) => {
    const { status, headers, body } = await get(claim, "/");
    const shown = `${headers.server ?? ""}\n${headers["x-powered-by"] ?? ""}`;
    const markup = body.toString().replace(/<!--.*?-->|<pre>.*?<\/pre>|<template>.*?<\/template>/gs, "");
    return (
      status === 200 && judge({ shown, body: markup, policy: String(headers["content-security-policy"] ?? "") }, claim)
    );
  };

/** A version that the CVE's advisory counts as affected, as the lab's hosts show them. */
const affected: Readonly<Record<string, RegExp>> = {
  "nginx CVE-2024-7347": /nginx\/1\.(18\.0|25\.3)\b/,
  "nginx CVE-2022-41741": /nginx\/1\.18\.0\b/,
  "nginx CVE-2021-23017": /nginx\/1\.18\.0\b/,
  "Underscore.js CVE-2021-23358": /src="\/js\/underscore-1\.12\.0\./,
  "jQuery CVE-2020-11022": /src="\/js\/jquery-(3\.4\.1|1\.4\.2)\./,
  "jQuery CVE-2020-11023": /src="\/js\/jquery-(3\.4\.1|1\.4\.2)\./,
};

const affectedFront = front(({ shown, body }, { parameter }) => {
  const wanted = parameter === null ? Object.values(affected) : [affected[parameter]];
  return wanted.some((pattern) => pattern?.test(shown) || pattern?.test(body));
});

/** Portable releases from 8.5 to 9.2 have all three of the weaknesses that the lab shows. Websites do not speak first. */
const isAffectedSsh = async (claim: Claim): Promise<boolean> =>
  /^SSH-2\.0-OpenSSH_(8\.[5-9]|9\.[0-2])p1/.test((await firstBytes(placeOf(claim))).toString());

export const scriptOracles: Readonly<Record<string, Oracle>> = {
  "easm.scripts.secret_in_script": async (claim) => {
    const texts = (await scriptsOf(claim)).map(([, text]) => text);
    const kind = claim.parameter?.split(" ")[0];
    const wanted = kind === undefined ? Object.values(kinds) : [kinds[kind]];
    return texts.some((text) =>
      wanted.some((pattern) => pattern?.test(text.replace(/"AKIA\w*EXAMPLE"|'?"?glpat-x{20}"?/g, ""))),
    );
  },
  "easm.scripts.source_map_exposed": async (claim) => {
    for (const [path, text] of await scriptsOf(claim)) {
      const name = /sourceMappingURL=(\S+\.map)\s*$/.exec(text)?.[1];
      if (name === undefined) continue;
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const there = await get(claim, `${folder}${name}`);
      const control = await get(claim, `${folder}nobody-made-this.js.map`);
      if (there.status === 200 && isMap(there.body.toString()) && !isMap(control.body.toString())) return true;
    }
    return false;
  },
  "easm.http.vulnerable_version": (claim) =>
    claim.parameter?.startsWith("OpenSSH") || claim.host === "git.acme.test"
      ? isAffectedSsh(claim)
      : affectedFront(claim),
  "easm.http.end_of_life": front(({ shown, body }) => /PHP\/[57]\./.test(shown) || /src="\/js\/bootstrap-3/.test(body)),
  "easm.headers.mixed_content": front(
    ({ body, policy }) =>
      /<(img|script|iframe)[^>]* src="http:/.test(body) && !policy.includes("upgrade-insecure-requests"),
  ),
  "easm.headers.insecure_form": front(({ body }) => /<form[^>]* action="http:/.test(body)),
  "easm.headers.sri_missing": front(({ body }) =>
    [...body.matchAll(/<script[^>]* src="https?:\/\/[^"]*\.outside\.test[^>]*>/g)].some(
      ([tag]) => !tag.includes("integrity="),
    ),
  ),
  "easm.headers.login_over_http": async (claim) => {
    const { status, body } = await send("http", placeOf(claim), claim.host, "/");
    return status === 200 && /<input[^>]* type="password"/.test(body.toString());
  },
};
