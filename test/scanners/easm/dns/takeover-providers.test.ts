import { describe, expect, it } from "vitest";
import { takeoverProvider } from "../../../../functions/scanners/easm/dns/takeover-providers.ts";

describe("the provider of a name", () => {
  it.each([
    ["shop.azurewebsites.net", "Microsoft Azure"],
    ["shop.westeurope.cloudapp.azure.com", "Microsoft Azure"],
    ["shop.eu-west-1.elasticbeanstalk.com", "AWS Elastic Beanstalk"],
    ["shop.s3.amazonaws.com", "AWS S3"],
    ["shop.s3-website-eu-west-1.amazonaws.com", "AWS S3"],
    ["shop.s3-website.eu-central-1.amazonaws.com", "AWS S3"],
    ["shop.surge.sh", "Surge.sh"],
  ])("%s is %s", (name, provider) => {
    expect(takeoverProvider(name)).toBe(provider);
  });

  it.each([
    "surge.sh",
    "notsurge.sh",
    "shop.azure.com",
    "lb-1.eu-west-1.elb.amazonaws.com",
    "s3.amazonaws.com.attacker.test",
    "shop.github.io",
    "shop.test",
  ])("%s is none that hands names to strangers", (name) => {
    expect(takeoverProvider(name)).toBeNull();
  });
});
