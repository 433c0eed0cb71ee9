/** Zones of hosting services that the lab stands in for. */
export const takeoverZones = ["surge.sh", "github.io", "uptimerobot.com"] as const;

/** Names of umbrella.test that are aliases into them. */
export const takeoverAliases = [
  ["shop.umbrella.test", "umbrella-shop.surge.sh"],
  ["docs.umbrella.test", "umbrella-docs.github.io"],
  ["blog.umbrella.test", "umbrella-blog.github.io"],
  ["store.umbrella.test", "umbrella-store.surge.sh"],
  ["status.umbrella.test", "stats.uptimerobot.com"],
] as const;
