import { styleText } from "node:util";
import type { Severity } from "../../functions/domain/vocabulary.ts";

/** Where people read: a terminal, or a file that a terminal's output was sent to. */
export interface Terminal {
  write(text: string): void;
  /** Characters in a line. */
  readonly columns: number;
  readonly colours: boolean;
  /** True when lines can be drawn over. */
  readonly interactive: boolean;
}

const COLUMNS_WITHOUT_TERMINAL = 120;

/** `NO_COLOR` (no-color.org) turns colours off when it is set to anything but the empty string. */
export const terminalOf = (stream: NodeJS.WriteStream): Terminal => ({
  write: (text) => void stream.write(text),
  columns: stream.columns ?? COLUMNS_WITHOUT_TERMINAL,
  colours: stream.isTTY === true && stream.hasColors() && !process.env.NO_COLOR,
  interactive: stream.isTTY === true,
});

const styleOf = {
  critical: ["bold", "magenta"],
  high: ["bold", "red"],
  medium: ["yellow"],
  low: ["cyan"],
  info: ["gray"],
} as const satisfies Record<Severity, readonly Parameters<typeof styleText>[0][]>;

/** Colours mean severity and nothing else. */
export const coloured = (terminal: Pick<Terminal, "colours">, severity: Severity, text: string): string =>
  terminal.colours ? styleText([...styleOf[severity]], text, { validateStream: false }) : text;

/**
 * Text from scanned hosts without what a terminal would obey or hide: control characters, escape sequences and marks
 * that change the direction of reading.
 */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
