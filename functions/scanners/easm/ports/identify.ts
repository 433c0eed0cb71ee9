import type { Net, Target } from "../../../net/net.ts";
import { askMailOrFiles, recogniseGreeting } from "./banners.ts";
import { cassandra, oracle, postgresql, sqlServer } from "./databases.ts";
import { remoteDesktop, smb } from "./desktops.ts";
import type { Manner } from "./manner.ts";
import { ask, askPatiently, type Question, type Recognised } from "./question.ts";
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

/** Usual ports of services that greet: a slow one is waited for before it is asked what it would not understand. */
const greeters: ReadonlySet<number> = new Set([21, 22, 23, 25, 110, 143, 587, 2121, 2222, 2323, 2525, 3306]);

/** Reads what the service says by itself. Empty when it waits for the client or hangs up. */
export const greetingOf = (target: Target, net: Net): Promise<Buffer> =>
  greeters.has(target.port) ? askPatiently(net, target) : ask(net, target);

/**
 * Finds out what an open port speaks: by its greeting when it has one, else by asking what `manner` allows. The usual
 * protocol of the port comes first, then the two that most services speak, then all others side by side, so that a port
 * which never answers costs three waits and not one for each protocol. Null when nothing we know fits.
 */
export async function identify(greeting: Buffer, target: Target, net: Net, manner: Manner): Promise<Recognised | null> {
  if (greeting.length > 0) {
    return recogniseGreeting(greeting) ?? (manner === "all" ? askMailOrFiles(greeting, target, net) : null);
  }
  if (manner === "listen") return null;
  const { net: overheard, heard } = overhearing(net);
  const asked = new Set<Question>();
  for (const round of roundsOf(target.port, manner)) {
    const fresh = round.filter((question) => !asked.has(question));
    for (const question of fresh) asked.add(question);
    const answers = await Promise.all(fresh.map((question) => question(target, overheard)));
    const recognised = answers.find((answer) => answer !== null);
    if (recognised) return recognised;
  }
  // A greeting that came too late to be read as one may have come while something was asked.
  for (const said of heard.filter((each) => each.length > 0)) {
    const recognised = recogniseGreeting(said) ?? (await askMailOrFiles(said, target, net));
    if (recognised) return recognised;
  }
  return null;
}

function roundsOf(port: number, manner: Manner): readonly (readonly Question[])[] {
  const { plainHttp, overTls, ...others } = questions;
  const web: readonly Question[] = [plainHttp, overTls];
  const first = likely[port];
  const usual = first === undefined ? [] : [questions[first]];
  return manner === "web"
    ? [usual.filter((question) => web.includes(question)), web]
    : [usual, web, Object.values(others)];
}

/** The same net, which notes what is heard over plain TCP. */
function overhearing(net: Net): { readonly net: Net; readonly heard: readonly Buffer[] } {
  const heard: Buffer[] = [];
  const exchange: Net["tcp"]["exchange"] = async (...call) => {
    const said = await net.tcp.exchange(...call);
    heard.push(said);
    return said;
  };
  return { net: { ...net, tcp: { ...net.tcp, exchange } }, heard };
}
