import { Resolver } from "node:dns/promises";
import { addressRanges } from "./address-range.ts";

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
