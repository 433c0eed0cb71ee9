import { Console } from "node:console";
import { LogFormatter, Logger, LogItem, LogLevelThreshold } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import { oneLine } from "../domain/event-line.ts";
import { contextNow, needlesNow } from "./context.ts";
import { scrub } from "./scrub.ts";
import { shower } from "./shown.ts";

/** What a line tells besides its message; of fields that every line has, the line's own counts. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Prints lines of JSON, with the request under way and without secrets: to stdout, warnings and errors to stderr. Never
 * throws, whatever it is given.
 */
export interface AppLogger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** The log of a part of the service, such as `api`. The environment says from which level on (POWERTOOLS_LOG_LEVEL, LOG_LEVEL). */
export function openLogger(name: string): AppLogger {
  const logger = new LineLogger({ serviceName: "palisade", logFormatter: new LineFormatter(name) });
  return {
    debug: (message, fields) => logger.debug(message, { fields }),
    info: (message, fields) => logger.info(message, { fields }),
    warn: (message, fields) => logger.warn(message, { fields }),
    error: (message, fields) => logger.error(message, { fields }),
  };
}

/** CloudWatch takes 256 KB. */
const LINE_BYTES_MAX = 64 * 1024;

class LineFormatter extends LogFormatter {
  readonly #name: string;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  override formatAttributes(line: UnformattedAttributes, { fields }: LogAttributes): LogItem {
    const needles = needlesNow();
    const show = shower((text, charsMax) => scrub(text, needles, charsMax), LINE_BYTES_MAX);
    const common = asFields(
      show({
        level: line.logLevel,
        timestamp: line.timestamp,
        service: line.serviceName,
        name: this.#name,
        message: line.message,
        ...contextNow(),
      }),
    );
    return new LogItem({ attributes: { ...common, ...asFields(show(fields)), ...common } });
  }
}

const asFields = (shown: unknown): object => (typeof shown === "object" && shown !== null ? shown : {});

/** Does as console.log: a reader that has gone away is no error of the writer's. */
const output = new Console(process.stdout, process.stderr);

class LineLogger extends Logger {
  /** Powertools prints characters at which readers of lines and terminals stumble as they are. */
  protected override printLog(level: number, item: LogItem): void {
    const print = level >= LogLevelThreshold.WARN ? output.error : output.log;
    print(oneLine(item.getAttributes()));
  }
}
