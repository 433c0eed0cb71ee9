import { takeoverProvider } from "../dns/takeover-providers.ts";

/** How a hosting service shows that nobody has claimed the name that it was asked for. */
export interface UnclaimedMark {
  readonly provider: string;
  /** Words that all stand on the page, as `pageWords` has it. */
  readonly words: readonly string[];
  /** Status that the page comes with, null where services or their versions differ. */
  readonly status: number | null;
  /** False where the service asks for a proof of ownership, or is known to have done so at times, before it gives a name away. */
  readonly isFree: boolean;
}

type Own = Pick<UnclaimedMark, "words" | "status">;

/*
 * Which services hand out abandoned names and which are only edge cases: facts of "Can I take over XYZ" (EdOverflow and
 * contributors, CC BY 4.0). The words are what the services themselves show for a name that nobody has.
 */

const free: Readonly<Record<string, Own>> = {
  "AWS S3": { words: ["nosuchbucket"], status: 404 },
  "Agile CRM": { words: ["sorry, this page is no longer available."], status: null },
  Airee: { words: ["ошибка 402", "айри.рф"], status: null },
  Anima: { words: ["the page you were looking for does not exist."], status: null },
  Bitbucket: { words: ["repository not found"], status: 404 },
  "Campaign Monitor": { words: ["trying to access your account?"], status: null },
  Canny: { words: ["there is no such company. did you enter the right url?"], status: null },
  Gemfury: { words: ["404: this page could not be found."], status: 404 },
  GetResponse: { words: ["with getresponse landing pages, lead generation has never been easier"], status: null },
  Ghost: { words: ["failed to resolve dns path for this host"], status: null },
  "Hatena Blog": { words: ["404 blog is not found"], status: null },
  Helpjuice: { words: ["we could not find what you're looking for."], status: null },
  "Help Scout": { words: ["no settings were found for this company:"], status: null },
  "JetBrains YouTrack": { words: ["is not a registered incloud youtrack"], status: null },
  Ngrok: { words: ["tunnel ", "not found"], status: 404 },
  Pantheon: { words: ["404 error unknown site!"], status: 404 },
  Pingdom: { words: ["sorry, couldn't find the status page"], status: null },
  "Read the Docs": { words: ["the link you have followed or the url that you entered does not exist."], status: null },
  "ReadMe.io": {
    words: ["the creators of this project are still working on making everything perfect!"],
    status: null,
  },
  "Short.io": { words: ["link does not exist"], status: null },
  SmartJobBoard: {
    words: ["this job board website is either expired or its domain name is invalid."],
    status: null,
  },
  Strikingly: { words: ["page not found", "but if you're looking to build your own website"], status: null },
  "Surge.sh": { words: ["project not found"], status: 404 },
  SurveySparrow: { words: ["account not found."], status: null },
  Uberflip: { words: ["the url you've accessed does not provide a hub."], status: null },
  UptimeRobot: { words: ["page not found"], status: 404 },
  "WordPress.com": { words: ["do you want to register"], status: null },
  Worksites: { words: ["hello! sorry, but the website you're looking for doesn't exist."], status: null },
};

const edgeCases: readonly (Own & { readonly provider: string; readonly zones: readonly string[] })[] = [
  { provider: "Frontify", zones: ["frontify.com"], words: ["404 - page not found", "got lost"], status: null },
  { provider: "GitHub Pages", zones: ["github.io"], words: ["there isn't a github pages site here."], status: 404 },
  {
    provider: "Heroku",
    zones: ["herokuapp.com", "herokudns.com", "herokussl.com"],
    words: ["no such app"],
    status: 404,
  },
  { provider: "Intercom", zones: ["custom.intercom.help"], words: ["uh oh. that page doesn't exist."], status: null },
  { provider: "Landingi", zones: ["landingi.com"], words: ["it looks like you're lost"], status: null },
  { provider: "Mashery", zones: ["mashery.com"], words: ["unrecognized domain"], status: null },
  { provider: "Netlify", zones: ["netlify.app", "netlify.com"], words: ["not found - request id:"], status: 404 },
  {
    provider: "Shopify",
    zones: ["myshopify.com"],
    words: ["sorry, this shop is currently unavailable."],
    status: null,
  },
  { provider: "Smartling", zones: ["smartling.com"], words: ["domain is not configured"], status: null },
  { provider: "Tilda", zones: ["tilda.ws"], words: ["please renew your subscription"], status: null },
  {
    provider: "Tumblr",
    zones: ["domains.tumblr.com"],
    words: ["whatever you were looking for doesn't currently exist at this address"],
    status: 404,
  },
  {
    provider: "Vercel",
    zones: ["vercel-dns.com", "vercel.app", "now.sh"],
    words: ["deployment_not_found"],
    status: 404,
  },
  {
    provider: "Webflow",
    zones: ["proxy.webflow.com", "proxy-ssl.webflow.com", "cdn.webflow.com"],
    words: ["the page you are looking for doesn't exist or has been moved"],
    status: 404,
  },
  { provider: "Wix", zones: ["wixdns.net"], words: ["error connectyourdomain occurred"], status: null },
];

/** Services that show the same page for a name that is claimed: a link that ended, a tunnel that is down, a page that is gone. */
const DOUBTFUL: ReadonlySet<string> = new Set(["Agile CRM", "Gemfury", "Ngrok", "Short.io"]);

/** The mark of the service in whose zone a name lies, null when none is known that shows what nobody has claimed. */
export function unclaimedMark(name: string): UnclaimedMark | null {
  const provider = takeoverProvider(name);
  const own = provider === null ? undefined : free[provider];
  if (provider !== null && own !== undefined) return { provider, ...own, isFree: !DOUBTFUL.has(provider) };
  const edge = edgeCases.find(({ zones }) => zones.some((zone) => name === zone || name.endsWith(`.${zone}`)));
  return edge === undefined ? null : { provider: edge.provider, words: edge.words, status: edge.status, isFree: false };
}

/** A page's text as marks are looked for in it: lower case, one kind of apostrophe, single spaces. */
export const pageWords = (html: string): string =>
  html
    .replace(/&(rsquo|apos|#0?39|#x27|#8217);|[‘’]/gi, "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
