/** Every way in which tests look for a secret in an output, apart from the code that takes it out. */
export function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const lower = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase());
  return [
    ...[secret, json, JSON.stringify(json).slice(1, -1)],
    ...[url, form, lower(url), lower(form)],
    ...[bytes.toString("hex"), bytes.toString("hex").toUpperCase()],
    ...["", "x", "xy"].flatMap((before) => base64Of(before, secret)),
  ];
}

/** The digits of base64 that the secret alone decides. */
function base64Of(before: string, secret: string): readonly string[] {
  const bytes = Buffer.from(before + secret);
  const first = Math.ceil((before.length * 4) / 3);
  const last = Math.floor((bytes.length * 4) / 3);
  return [bytes.toString("base64"), bytes.toString("base64url")].map((digits) => digits.slice(first, last));
}

/** A secret within other text, in each of its spellings: what a program may do to it before it ends up in a message. */
export function disguisesOf(secret: string): readonly string[] {
  const around = ["", "x", "xy", "xyz"].map((before) => `${before}${secret}${before}`);
  return around.flatMap((text) => [
    text,
    JSON.stringify({ text }),
    JSON.stringify(JSON.stringify({ text })),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()),
    new URLSearchParams({ text }).toString(),
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("hex").toUpperCase(),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
  ]);
}
