import type { Net, Target } from "../../../net/net.ts";
import { recogniseGreeting } from "./banners.ts";
import { cassandra, oracle, postgresql, sqlServer } from "./databases.ts";
import { remoteDesktop, smb } from "./desktops.ts";
import { ask, type Question, type Recognised } from "./question.ts";
import { memcached, mongodb, redis } from "./stores.ts";
import { overTls, plainHttp } from "./web.ts";

const questions = {
  plainHttp,
  overTls,
  redis,
  memcached,
  mongodb,
  postgresql,
  sqlServer,
  oracle,
  cassandra,
  remoteDesktop,
  smb,
} as const satisfies Record<string, Question>;

/** Which question to ask first on a usual port. It saves time and decides nothing: a service is what it answers. */
const likely: Readonly<Record<number, keyof typeof questions>> = {
  443: "overTls",
  445: "smb",
  1433: "sqlServer",
  1521: "oracle",
  3389: "remoteDesktop",
  4443: "overTls",
  5432: "postgresql",
  6379: "redis",
  6443: "overTls",
  7443: "overTls",
  8443: "overTls",
  9042: "cassandra",
  9443: "overTls",
  10443: "overTls",
  11211: "memcached",
  27017: "mongodb",
};

/** Reads what the service says by itself. Empty when it waits for the client or hangs up. */
export const greetingOf = (target: Target, net: Net): Promise<Buffer> => ask(net, target);

/**
 * Finds out what an open port speaks: by its greeting when it has one, else by asking. The usual protocol of the port
 * comes first, then the two that most services speak, then all others side by side, so that a port which never answers
 * costs three waits and not one for each protocol. Null when nothing we know fits.
 */
export async function identify(greeting: Buffer, target: Target, net: Net): Promise<Recognised | null> {
  if (greeting.length > 0) return recogniseGreeting(greeting, target, net);
  const first = likely[target.port];
  const { plainHttp, overTls, ...others } = questions;
  const rounds: readonly (readonly Question[])[] = [
    first === undefined ? [] : [questions[first]],
    [plainHttp, overTls],
    Object.values(others),
  ];
  const asked = new Set<Question>();
  for (const round of rounds) {
    const fresh = round.filter((question) => !asked.has(question));
    for (const question of fresh) asked.add(question);
    const answers = await Promise.all(fresh.map((question) => question(target, net)));
    const recognised = answers.find((answer) => answer !== null);
    if (recognised) return recognised;
  }
  return null;
}
