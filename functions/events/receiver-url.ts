/**
 * The URL of a webhook's receiver as it is used; null unless it has one of the schemes (such as `https:`), and neither
 * user name, password nor fragment, which would not be sent or should not stand there.
 */
export function receiverUrl(text: string, schemes: readonly string[]): string | null {
  const url = URL.parse(text);
  const isPlain = url?.username === "" && url.password === "" && !text.includes("#");
  return url && isPlain && schemes.includes(url.protocol) ? url.href : null;
}
