import type { Net, Target } from "../../../net/net.ts";
import { asked, askedQuestions } from "./asked.ts";
import { askMailOrFiles, recogniseGreeting } from "./banners.ts";
import { amqp, askNats, kafka, mqtt, zookeeper } from "./brokers.ts";
import { bolt, cassandra, oracle, postgresql, sqlServer } from "./databases.ts";
import { remoteDesktop, smb } from "./desktops.ts";
import { ldap } from "./directories.ts";
import { askVnc, debuggers, x11 } from "./displays.ts";
import { askFtp, askRsync, sunrpc } from "./files.ts";
import type { Manner } from "./manner.ts";
import { ask, askPatiently, plainService, type Question, type Recognised } from "./question.ts";
import { askProxy, askRelay, socks } from "./relays.ts";
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
  mqtt,
  amqp,
  kafka,
  zookeeper,
  bolt,
  x11,
  debuggers,
  sunrpc,
  socks,
  ldap,
} as const satisfies Record<string, Question>;

/** Which question to ask first on a usual port. It saves time and decides nothing: a service is what it answers. */
const likely: Readonly<Record<number, keyof typeof questions>> = {
  111: "sunrpc",
  389: "ldap",
  443: "overTls",
  445: "smb",
  1080: "socks",
  1433: "sqlServer",
  1521: "oracle",
  1883: "mqtt",
  2049: "sunrpc",
  2181: "zookeeper",
  3268: "ldap",
  3389: "remoteDesktop",
  4443: "overTls",
  5005: "debuggers",
  5432: "postgresql",
  5555: "debuggers",
  5672: "amqp",
  6000: "x11",
  6379: "redis",
  6443: "overTls",
  7443: "overTls",
  7687: "bolt",
  8443: "overTls",
  9042: "cassandra",
  9092: "kafka",
  9443: "overTls",
  10443: "overTls",
  11211: "memcached",
  27017: "mongodb",
};

/** The same for the rows of the table, by their protocol. */
const likelyAsked: Readonly<Record<number, string>> = {
  43: "whois",
  53: "domain",
  79: "finger",
  88: "kerberos",
  135: "epmap",
  548: "afpovertcp",
  554: "rtsp",
  1099: "rmiregistry",
  1723: "pptp",
  3310: "clamd",
  4369: "epmd",
  4730: "gearman",
  5060: "sip",
  5222: "xmpp-client",
  8009: "ajp13",
  8554: "rtsp",
  9418: "git",
  10050: "zabbix-agent",
  11300: "beanstalkd",
  61613: "stomp",
};

/** Usual ports of services that greet: a slow one is waited for before it is asked what it would not understand. */
const greeters: ReadonlySet<number> = new Set([21, 22, 23, 25, 110, 143, 587, 2121, 2222, 2323, 2525, 3306]);

/** Reads what the service says by itself. Empty when it waits for the client or hangs up. */
export const greetingOf = (target: Target, net: Net): Promise<Buffer> =>
  greeters.has(target.port) ? askPatiently(net, target) : ask(net, target);

/** Questions that are asked at the same time of a port which no usual one fits: enough to be quick, few enough for small devices. */
const PARALLEL_QUESTIONS = 8;

/**
 * Finds out what an open port speaks: by its greeting when it has one, else by asking what `manner` allows. The usual
 * protocol of the port comes first, then the two that most services speak, then all others several at a time, so that a
 * port which never answers costs a few waits and not one for each protocol. What is known then is asked, where it may be,
 * what it lets strangers do. Null when nothing we know fits.
 */
export async function identify(greeting: Buffer, target: Target, net: Net, manner: Manner): Promise<Recognised | null> {
  const recognised = await recognise(greeting, target, net, manner);
  const further = manner === "all" && recognised ? furtherQuestions[recognised.protocol] : undefined;
  return recognised && further ? further(recognised, target, net) : recognised;
}

/** What a known service is asked in addition, by protocol. */
const furtherQuestions: Readonly<
  Record<string, (recognised: Recognised, ...[target, net]: Parameters<Question>) => Promise<Recognised>>
> = { ftp: askFtp, http: askProxy, nats: askNats, rfb: askVnc, rsync: askRsync, smtp: askRelay };

async function recognise(greeting: Buffer, target: Target, net: Net, manner: Manner): Promise<Recognised | null> {
  if (greeting.length > 0) {
    return recogniseGreeting(greeting) ?? (manner === "all" ? askMailOrFiles(greeting, target, net) : null);
  }
  if (manner === "listen") return null;
  const { net: overheard, heard, echoes } = overhearing(net);
  const done = new Set<Question>();
  for (const round of roundsOf(target.port, manner)) {
    const fresh = round.filter((question) => !done.has(question));
    for (const question of fresh) done.add(question);
    for (let start = 0; start < fresh.length; start += PARALLEL_QUESTIONS) {
      const some = fresh.slice(start, start + PARALLEL_QUESTIONS);
      const answers = await Promise.all(some.map((question) => question(target, overheard)));
      const recognised = answers.find((answer) => answer !== null);
      if (recognised) return recognised;
      // Whoever repeats what it is told will repeat the rest, too.
      if (echoes() >= ECHOES_MIN) return plainService("echo", Buffer.alloc(0), { product: "Echo service" });
    }
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
  const row = askedQuestions[asked.findIndex(({ protocol }) => protocol === likelyAsked[port])];
  const usual = first === undefined ? (row === undefined ? [] : [row]) : [questions[first]];
  return manner === "web"
    ? [usual.filter((question) => web.includes(question)), web]
    : [usual, web, [...Object.values(others), ...askedQuestions]];
}

/** Questions that have to come back word for word: one protocol, a debugger's, answers its greeting with the same. */
const ECHOES_MIN = 3;

/** The same net, which notes what is heard over plain TCP, and how often that is what was said. */
function overhearing(net: Net) {
  const heard: Buffer[] = [];
  let echoes = 0;
  const exchange: Net["tcp"]["exchange"] = async (...call) => {
    const said = await net.tcp.exchange(...call);
    heard.push(said);
    const [, options] = call;
    if (options?.send && said.length > 0 && said.equals(options.send)) echoes += 1;
    return said;
  };
  return { net: { ...net, tcp: { ...net.tcp, exchange } }, heard, echoes: () => echoes };
}
