import { Resolver } from "node:dns/promises";
import { BlockList, isIP, isIPv4 } from "node:net";

/** The provider's published addresses, https://developers.payfast.co.za, read in November 2026. */
const published = [
  "197.97.145.144/28",
  "41.74.179.192/27",
  "102.216.36.0/28",
  "102.216.36.128/28",
  "144.126.193.139/32",
] as const;

/** Its hosts, whose addresses move now and then, and may send as well. */
const payfastHosts = [
  "www.payfast.co.za",
  "sandbox.payfast.co.za",
  "w1w.payfast.co.za",
  "w2w.payfast.co.za",
] as const;

/** Where payments go and notifications come from, by mode. The stand-in lives in our own server. */
export const payfastAddresses = {
  local: { baseUrl: null, cidrs: ["127.0.0.0/8", "::1/128"], hosts: [] },
  sandbox: { baseUrl: "https://sandbox.payfast.co.za", cidrs: published, hosts: payfastHosts },
  live: { baseUrl: "https://www.payfast.co.za", cidrs: published, hosts: payfastHosts },
} as const;

/** The addresses (A records) of a host. Throws where nobody answers. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** No longer than the provider asks for: addresses move. */
const keptMs = 10 * 60_000;
/** So soon is asked again after a host that did not answer. */
const keptAfterFailureMs = 10_000;

/**
 * Answers whether an address is one that these hosts have by now. Asked of DNS at most every ten minutes,
 * however many ask here. Where DNS does not answer, a host has no address: what comes from there is looked
 * at again later, never let through on old knowledge.
 *
 * @param now milliseconds
 */
export function addressesOfHosts(
  hosts: readonly string[],
  { resolve, now = Date.now }: Readonly<{ resolve: ResolveHost; now?: () => number }>,
): (address: string) => Promise<boolean> {
  if (hosts.length === 0) return () => Promise.resolve(false);
  let last: Readonly<{ known: Promise<Known>; askedAt: number }> | null = null;

  async function ask(): Promise<Known> {
    const answers = await Promise.allSettled(hosts.map((host) => resolve(host)));
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const isWhole = answers.every(({ status }) => status === "fulfilled");
    return { has: addressRanges(found), keptMs: isWhole ? keptMs : keptAfterFailureMs };
  }

  return async (address) => {
    const before = last;
    if (before && now() - before.askedAt >= (await before.known).keptMs && last === before)
      last = null;
    last ??= { known: ask(), askedAt: now() };
    return (await last.known).has(address);
  };
}

type Known = Readonly<{ has: (address: string) => boolean; keptMs: number }>;

/**
 * Asks name servers themselves, so that a line in a file of this machine makes nobody the provider.
 *
 * @param servers `127.0.0.1:5353`; without any those of the system
 */
export function dnsResolver(servers: readonly string[] = [], timeoutMs = 2000): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return (host) => resolver.resolve4(host);
}

/** Answers whether an address is in one of these ranges (`197.97.145.144/28`, `::1`). */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = "", bits] = range.split("/");
    const family = isIPv4(ip) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (address) => {
    // A socket that listens on both families tells an IPv4 peer as `::ffff:197.97.145.145`.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}
