/**
 * Hosting services on which anybody can claim a name that its former owner gave up, and the zones in which they hand
 * out names. The selection and the zones are facts from "Can I take over XYZ" (EdOverflow and contributors, CC BY 4.0,
 * https://github.com/EdOverflow/can-i-take-over-xyz), restricted to the services marked vulnerable there.
 */
const zonesOf: Readonly<Record<string, readonly string[]>> = {
  "AWS Elastic Beanstalk": ["elasticbeanstalk.com"],
  "Agile CRM": ["agilecrm.com"],
  Airee: ["airee.ru"],
  Anima: ["animaapp.io"],
  Bitbucket: ["bitbucket.io"],
  "Campaign Monitor": ["createsend.com"],
  Canny: ["canny.io"],
  Cargo: ["cargocollective.com"],
  Discourse: ["trydiscourse.com"],
  Gemfury: ["furyns.com"],
  GetResponse: ["gr8.com"],
  Ghost: ["ghost.io"],
  "Hatena Blog": ["hatenablog.com"],
  Helpjuice: ["helpjuice.com"],
  "Help Scout": ["helpscoutdocs.com"],
  Helprace: ["helprace.com"],
  "JetBrains YouTrack": ["youtrack.cloud", "myjetbrains.com"],
  LaunchRock: ["launchrock.com"],
  "Microsoft Azure": [
    "azure-api.net",
    "azurecontainer.io",
    "azurecr.io",
    "azuredatalakestore.net",
    "azureedge.net",
    "azurehdinsight.net",
    "azurewebsites.net",
    "blob.core.windows.net",
    "cloudapp.azure.com",
    "cloudapp.net",
    "database.windows.net",
    "redis.cache.windows.net",
    "search.windows.net",
    "servicebus.windows.net",
    "trafficmanager.net",
    "visualstudio.com",
  ],
  Ngrok: ["ngrok.io"],
  Pantheon: ["pantheonsite.io"],
  Pingdom: ["stats.pingdom.com"],
  "Read the Docs": ["readthedocs.io"],
  "ReadMe.io": ["readme.io"],
  "Short.io": ["short.io"],
  SmartJobBoard: ["mysmartjobboard.com", "smartjobboard.com"],
  Strikingly: ["s.strikinglydns.com"],
  "Surge.sh": ["surge.sh"],
  SurveySparrow: ["surveysparrow.com"],
  Uberflip: ["read.uberflip.com"],
  UptimeRobot: ["stats.uptimerobot.com"],
  "WordPress.com": ["wordpress.com"],
  Worksites: ["worksites.net"],
};

const serviceOf = new Map(Object.entries(zonesOf).flatMap(([service, zones]) => zones.map((zone) => [zone, service])));

/** Buckets have regional endpoints of several shapes: `s3.amazonaws.com`, `s3-website-eu-west-1.amazonaws.com`, `s3.eu-west-1.amazonaws.com`. */
const S3_ENDPOINT = /\.s3([.-][a-z0-9-]+)*\.amazonaws\.com$/;

/** The service below whose zone a name lies and may be claimed by anybody once it is free, else null. */
export function takeoverProvider(name: string): string | null {
  if (S3_ENDPOINT.test(name)) return "AWS S3";
  const labels = name.split(".");
  for (let first = 1; first < labels.length; first += 1) {
    const service = serviceOf.get(labels.slice(first).join("."));
    if (service) return service;
  }
  return null;
}
