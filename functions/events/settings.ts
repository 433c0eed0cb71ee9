/** A setting of the deployment. Throws an Error that names it when it is missing. */
export function settingOf(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
