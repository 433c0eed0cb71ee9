import { BlockList, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { canonicalAddress, canonicalRange } from "./address.ts";

/** Addresses that hand out the credentials or the settings of the machine that asks; no configuration opens them. */
const metadata = ranges([
  "169.254.169.254", // EC2 and most other clouds
  "169.254.169.253", // the resolver of a VPC
  "169.254.169.123", // the time service of a VPC
  "169.254.170.2", // credentials of an ECS task
  "169.254.170.23", // credentials of an EKS pod
  "100.100.100.200", // Alibaba Cloud
  "168.63.129.16", // Azure's wire server
  "192.0.0.192", // Oracle Cloud
  "fd00:ec2::/32", // the same services of a VPC over IPv6
  "fd20:ce::254", // Google Cloud over IPv6
]);

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890 and successors), and what is no unicast at all. */
const specialIPv4 = ranges([
  "0.0.0.0/8", // this network, RFC 791
  "10.0.0.0/8", // private, RFC 1918
  "100.64.0.0/10", // carrier-grade NAT, RFC 6598
  "127.0.0.0/8", // loopback, RFC 1122
  "169.254.0.0/16", // link-local, RFC 3927
  "172.16.0.0/12", // private, RFC 1918
  "192.0.0.0/24", // protocol assignments, RFC 6890
  "192.0.2.0/24", // documentation, RFC 5737
  "192.88.99.0/24", // 6to4 relays, RFC 7526
  "192.168.0.0/16", // private, RFC 1918
  "198.18.0.0/15", // benchmarks, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 5771
  "240.0.0.0/4", // reserved, RFC 1112, with the limited broadcast address
]);

/** All global unicast IPv6 that IANA has opened so far (RFC 4291): the rest is refused without naming its parts. */
const unicastIPv6 = ranges(["2000::/3"]);

/** IANA IPv6 Special-Purpose Address Registry, as far as it lies within 2000::/3. */
const specialIPv6 = ranges([
  "2001::/23", // protocol assignments, RFC 2928: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, RFC 3056, given up by RFC 7526
  "3fff::/20", // documentation, RFC 9637
]);

/** NAT64 (RFC 6052): the translator connects to the IPv4 address in the last 32 bits. */
const translatedIPv6 = ranges(["64:ff9b::/96"]);

/** True when the address must not be connected to, or is no address. */
export type BlockCheck = (address: string) => boolean;

/**
 * A check that refuses every address which is not ordinary, globally reachable unicast: private, loopback, link-local,
 * shared, multicast, reserved, documentation and tunnelled forms, and the cloud's metadata services. IPv4-mapped and
 * NAT64 addresses are judged by the IPv4 address within. `allowed` (addresses and CIDRs) opens ranges again, but never
 * the metadata services.
 */
export function createBlockCheck(allowed: readonly string[] = []): BlockCheck {
  const opened = ranges(allowed);
  const isBlocked = (text: string): boolean => {
    const address = canonicalAddress(text);
    if (address === null || within(metadata, address)) return true;
    if (within(translatedIPv6, address)) return isBlocked(embeddedIPv4(address));
    return isSpecial(address) && !within(opened, address);
  };
  return isBlocked;
}

const isSpecial = (address: string): boolean =>
  isIPv4(address) ? within(specialIPv4, address) : !within(unicastIPv6, address) || within(specialIPv6, address);

const within = (list: BlockList, address: string): boolean => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");

const embeddedIPv4 = (address: string): string =>
  ipaddr.fromByteArray(ipaddr.IPv6.parse(address).toByteArray().slice(12)).toString();

function ranges(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const range = canonicalRange(text);
    if (range) list.addSubnet(range.address, range.bits, isIPv4(range.address) ? "ipv4" : "ipv6");
  }
  return list;
}
