/** Open ports from which a host is suspected of answering on every port. */
export const OPEN_PORTS_SUSPICIOUS = 30;

const CONTROL_PORTS = 20;
const CONTROL_SHARE_MAX = 0.6;
const FIRST_HIGH_PORT = 20_000;
const HIGH_PORTS = 45_000;
/** Characters of base 36 that make a number well above the range, and well below 2^53. */
const DIGITS = 8;

/** Twenty different high ports, far apart, that nobody would guess and that are not to be scanned anyway. */
export function randomPorts(token: (length: number) => string, except: readonly number[]): readonly number[] {
  // A full scan leaves no port to choose from; its own ports serve as well.
  const excluded = new Set(except.length > HIGH_PORTS / 2 ? [] : except);
  const start = Number.parseInt(token(DIGITS), 36) % HIGH_PORTS;
  const step = HIGH_PORTS / CONTROL_PORTS;
  return Array.from({ length: CONTROL_PORTS }, (_, index) => {
    let offset = (start + index * step) % HIGH_PORTS;
    while (excluded.has(FIRST_HIGH_PORT + offset)) offset = (offset + 1) % HIGH_PORTS;
    return FIRST_HIGH_PORT + offset;
  });
}

/** True when more than 60 % of the control ports are open: real hosts have none of them open, or very few. */
export const acceptsEverything = (open: number): boolean => open / CONTROL_PORTS > CONTROL_SHARE_MAX;

/** Share (0 to 1) of the most frequent answer among all. */
export function sameAnswerShare(answers: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return answers.length === 0 ? 0 : Math.max(...counts.values()) / answers.length;
}
