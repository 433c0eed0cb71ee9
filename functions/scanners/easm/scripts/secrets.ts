import type { Severity } from "../../../domain/vocabulary.ts";
import { isRecord, parseJson } from "../shared/json.ts";

/** A secret that stands in a script. */
export interface FoundSecret {
  readonly kind: string;
  readonly secret: string;
  readonly severity?: { readonly value: Severity; readonly reason: string };
}

/** A format that its issuer documents, strict enough that nothing else looks so. */
interface Format {
  readonly kind: string;
  /** Group 1 is the secret where there is one; otherwise the whole match is. */
  readonly pattern: RegExp;
  /** Shannon entropy per character below which it is a made-up example. Default 3. */
  readonly entropyMin?: number;
  readonly severity?: FoundSecret["severity"];
}

const CRITICAL = (reason: string) => ({ value: "critical", reason }) as const;
const MEDIUM = (reason: string) => ({ value: "medium", reason }) as const;

/** A character that no token has stands before and behind each, so that a part of something longer is not taken for one. */
const token = (body: string): RegExp => new RegExp(`(?<![\\w+/=-])(${body})(?![\\w+/=-])`, "g");

/** Composed from what the issuers document of their tokens. */
const FORMATS: readonly Format[] = [
  { kind: "aws_access_key_id", pattern: token("(?:AKIA|ASIA)[A-Z2-7]{16}") },
  {
    kind: "aws_secret_access_key",
    pattern: /(?:secret_?access_?key|aws_?secret(?:_?key)?)["']?\s{0,5}[:=]\s{0,5}["']([A-Za-z0-9/+]{40})["']/gi,
    entropyMin: 4,
    severity: CRITICAL("with its key id it gives the rights of an AWS account"),
  },
  {
    kind: "private_key",
    pattern:
      /-----BEGIN (?:RSA |EC |DSA |OPENSSH )?PRIVATE KEY-----(?:\\[rn]|\s){1,4}([A-Za-z0-9+/]{60}[A-Za-z0-9+/=\\\s]{40,8000})-----END/g,
    entropyMin: 4,
    severity: CRITICAL("whoever has the key poses as its owner"),
  },
  {
    kind: "google_api_key",
    pattern: token("AIza[\\w-]{35}"),
    severity: {
      value: "info",
      reason: "keys of this kind are made for browsers; restrict where and for what they work",
    },
  },
  { kind: "google_oauth_secret", pattern: token("GOCSPX-[\\w-]{28}") },
  { kind: "github_token", pattern: token("gh[pousr]_[A-Za-z0-9]{36,76}") },
  { kind: "github_fine_grained_token", pattern: token("github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}") },
  { kind: "gitlab_token", pattern: token("glpat-[\\w-]{20,64}") },
  { kind: "slack_token", pattern: token("xox[bpars]-\\d{9,14}-\\d{9,14}(?:-\\d{9,14})?-[A-Za-z0-9]{24,34}") },
  {
    kind: "slack_webhook",
    pattern: /https:\/\/hooks\.slack\.com\/services\/(T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{24})(?![\w/])/g,
    severity: MEDIUM("it writes to one channel"),
  },
  { kind: "stripe_secret_key", pattern: token("[sr]k_live_[A-Za-z0-9]{24,120}"), severity: CRITICAL("it moves money") },
  {
    kind: "twilio_api_key",
    pattern: /(?<![\w])(SK[0-9a-f]{32})(?![\w])/g,
    severity: MEDIUM("it works with its secret alone"),
  },
  {
    kind: "twilio_auth_token",
    pattern: /twilio[\w.-]{0,20}(?:auth_?token|token)["']?\s{0,5}[:=]\s{0,5}["']([0-9a-f]{32})["']/gi,
  },
  { kind: "sendgrid_key", pattern: token("SG\\.[\\w-]{22}\\.[\\w-]{43}") },
  { kind: "mailgun_key", pattern: /(?<![\w-])(key-[0-9a-f]{32})(?![\w-])/g },
  { kind: "mailchimp_key", pattern: /(?<![\w-])([0-9a-f]{32}-us\d{1,2})(?![\w-])/g },
  { kind: "square_token", pattern: token("(?:EAAAE|sq0atp-|sq0csp-)[\\w-]{22,60}") },
  { kind: "shopify_token", pattern: token("shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}") },
  { kind: "npm_token", pattern: token("npm_[A-Za-z0-9]{36}") },
  { kind: "pypi_token", pattern: token("pypi-AgEIcHlwaS5vcmc[\\w-]{50,300}") },
  { kind: "docker_token", pattern: token("dckr_pat_[\\w-]{27}") },
  { kind: "digitalocean_token", pattern: token("do[opr]_v1_[0-9a-f]{64}") },
  { kind: "hugging_face_token", pattern: token("hf_[A-Za-z]{34}") },
  { kind: "openai_key", pattern: token("sk-(?:proj-|svcacct-)?[\\w-]{20,80}T3BlbkFJ[\\w-]{20,80}") },
  { kind: "anthropic_key", pattern: token("sk-ant-(?:api|admin)\\d{2}-[\\w-]{80,110}") },
  { kind: "telegram_bot_token", pattern: /(?<![\w:])(\d{8,10}:AA[\w-]{33})(?![\w-])/g },
  { kind: "azure_storage_key", pattern: /AccountName=[a-z0-9]{3,24};AccountKey=([A-Za-z0-9+/]{86}==)/g, entropyMin: 4 },
  { kind: "new_relic_key", pattern: token("NRAK-[A-Z0-9]{27}") },
  { kind: "atlassian_token", pattern: token("ATATT3xFfGF0[\\w=-]{100,250}") },
  {
    kind: "database_url",
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[\w.-]{1,60}:([^\s"'`@/:${}<>]{6,100})@[\w.-]{4,200}/g,
    entropyMin: 2.5,
  },
];

/** Words by which documentation marks its examples; Amazon's and Google's own ones are among them. */
const EXAMPLE =
  /example|sample|dummy|placeholder|changeme|your[_-]?(?:key|token|secret|password)|xxxx|0{8}|1234567890|abcdefgh|deadbeef|test_?key|redacted/i;
const ENTROPY_MIN = 3;
const FOUND_MAX = 20;

/** Strict secrets in a script's text, each once, at most 20 of them; `now` decides whether a signed token is still of use. */
export function secretsIn(text: string, now: Date): readonly FoundSecret[] {
  const found = new Map<string, FoundSecret>();
  const note = (each: FoundSecret): void => {
    if (found.size < FOUND_MAX && !found.has(each.secret)) found.set(each.secret, each);
  };
  for (const { kind, pattern, entropyMin = ENTROPY_MIN, severity } of FORMATS) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (entropyOf(secret) >= entropyMin && !EXAMPLE.test(secret))
        note({ kind, secret, ...(severity ? { severity } : {}) });
    }
  }
  for (const [jwt] of text.matchAll(JWT))
    if (isLongLived(jwt, now)) note({ kind: "jwt", secret: jwt, severity: MEDIUM("its rights are not known") });
  return [...found.values()];
}

/** Three parts of base64url, of which the first two are JSON objects (RFC 7519). */
const JWT = /(?<![\w.-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w-])/g;
const DAY_SECONDS = 86_400;
const LONG_SECONDS = 30 * DAY_SECONDS;

/**
 * True for a signed token that works for another 30 days at least, or for ever, and is bound to someone. Tokens for
 * anonymous visitors are made to be public: hosted databases give each site one with the role `anon`.
 */
function isLongLived(jwt: string, now: Date): boolean {
  const [head, claims] = jwt
    .split(".")
    .slice(0, 2)
    .map((part) => parseJson(Buffer.from(part, "base64url").toString("utf8")));
  if (!isRecord(head) || !isRecord(claims) || typeof head.alg !== "string" || head.alg.toLowerCase() === "none")
    return false;
  if (claims.role === "anon" || /example|john doe|1234567890/i.test(JSON.stringify(claims))) return false;
  const isBound = ["sub", "role", "scope", "email", "user_id", "client_id"].some(
    (name) => typeof claims[name] === "string" && claims[name] !== "",
  );
  // One that was made for this visit is made for every visitor.
  const made = claims.iat ?? claims.nbf;
  if (typeof made === "number" && made > now.getTime() / 1000 - DAY_SECONDS) return false;
  const ends = claims.exp;
  return isBound && (ends === undefined || (typeof ends === "number" && ends > now.getTime() / 1000 + LONG_SECONDS));
}

/** Shannon entropy of a text in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
