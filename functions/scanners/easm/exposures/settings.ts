/** One `KEY=VALUE` line, quotes of the value removed. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]+)\s*=\s*(.*)$/;

/**
 * Reads a file of environment settings: at least two upper-case `KEY=VALUE` lines, and hardly anything else but comments
 * (the values of multi-line settings may make up a third). Null for any other text.
 */
export function settingsOf(text: string): readonly Setting[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const settings = lines.flatMap((line): Setting[] => {
    const [, key, value] = LINE.exec(line.trim()) ?? [];
    return key === undefined || value === undefined
      ? []
      : [{ key, value: value.trim().replace(/^(["'])(.*)\1$/, "$2") }];
  });
  return settings.length >= 2 && settings.length >= (lines.length * 2) / 3 ? settings : null;
}
