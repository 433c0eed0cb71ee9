/** Reads the setting `name`, bounds included. Throws an Error that says what is allowed. */
export function readWholeNumber(name: string, value: unknown, { min, max }: { min: number; max: number }): number {
  const text = String(value);
  const number = Number(text);
  if (!/^[0-9]{1,9}$/.test(text) || number < min || number > max)
    throw new Error(`-c ${name}=${text} is no whole number from ${min} to ${max}`);
  return number;
}
