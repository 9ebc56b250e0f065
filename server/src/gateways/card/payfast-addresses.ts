import { Resolver } from "node:dns/promises";
import { BlockList, isIP, isIPv4 } from "node:net";

/** The provider's published addresses (https://developers.payfast.co.za, November 2026). */
const published = [
  "197.97.145.144/28",
  "41.74.179.192/27",
  "102.216.36.0/28",
  "102.216.36.128/28",
  "144.126.193.139/32",
] as const;

/** The provider's hosts, which may send as well; their addresses change from time to time. */
const payfastHosts = [
  "www.payfast.co.za",
  "sandbox.payfast.co.za",
  "w1w.payfast.co.za",
  "w2w.payfast.co.za",
  "ips.payfast.co.za",
  "api.payfast.co.za",
  "payment.payfast.io",
] as const;

/** Where payments go to and notifications come from, by mode. Local is the sandbox in our own server. */
export const payfastAddresses = {
  local: { baseUrl: null, cidrs: ["127.0.0.0/8", "::1/128"], hosts: [] },
  sandbox: { baseUrl: "https://sandbox.payfast.co.za", cidrs: published, hosts: payfastHosts },
  live: { baseUrl: "https://www.payfast.co.za", cidrs: published, hosts: payfastHosts },
} as const;

/**
 * Where a posted form is redirected to: `payment.payfast.io` since 2024. Both domains are the provider's own, and it moves
 * its pages between hosts of them.
 */
export const payfastPages = ["https://*.payfast.co.za", "https://*.payfast.io"] as const;

/** The stand-in's page is on another origin than its form, as the provider's is; on a real host it has no other. */
export function standInPageOrigin(publicUrl: string): string {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  return hostname === "localhost" ? `${protocol}//127.0.0.1${port && `:${port}`}` : origin;
}

/** The addresses (A records) of a host. @throws if DNS does not answer */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Not longer than the provider demands, because its addresses change. */
const cachedMs = 10 * 60_000;
const cachedAfterFailureMs = 10_000;

/**
 * Tells whether an address currently belongs to one of the hosts. DNS is queried at most every ten minutes, also by
 * concurrent calls. If DNS does not answer, the host has no address: notifications from there wait for a later check,
 * and an expired cache is never used.
 *
 * @param now milliseconds
 */
export function addressesOfHosts(
  hosts: readonly string[],
  { resolve, now = Date.now }: Readonly<{ resolve: ResolveHost; now?: () => number }>,
): (address: string) => Promise<boolean> {
  if (hosts.length === 0) return () => Promise.resolve(false);
  let cached: Readonly<{ lookup: ReturnType<typeof lookUp>; startedAt: number }> | null = null;

  async function lookUp() {
    const answers = await Promise.allSettled(hosts.map((host) => resolve(host)));
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const isComplete = answers.every(({ status }) => status === "fulfilled");
    return { has: addressRanges(found), maxAgeMs: isComplete ? cachedMs : cachedAfterFailureMs };
  }

  return async (address) => {
    const before = cached;
    if (before && now() - before.startedAt >= (await before.lookup).maxAgeMs && cached === before)
      cached = null;
    cached ??= { lookup: lookUp(), startedAt: now() };
    return (await cached.lookup).has(address);
  };
}

/**
 * Queries name servers directly, so that an entry in the machine's hosts file has no effect.
 *
 * @param servers `127.0.0.1:5353`; without any those of the system
 */
export function dnsResolver(servers: readonly string[] = [], timeoutMs = 2000): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return (host) => resolver.resolve4(host);
}

/** Tells whether an address is in one of the ranges (`197.97.145.144/28`, `::1`). */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = "", bits] = range.split("/");
    const family = isIPv4(ip) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (address) => {
    // A dual-stack socket reports an IPv4 peer as `::ffff:197.97.145.145`.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}
