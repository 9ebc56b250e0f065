import { describe, expect, test as plain } from "vitest";
import { startNameServer } from "../../testing/name-server.ts";
import { payfastGateway } from "./payfast-gateway.ts";
import { addressesOfHosts, dnsResolver } from "./payfast-addresses.ts";

const hosts = ["www.provider.test", "w1w.provider.test"];
const minute = 60_000;

const test = plain.extend("dns", async ({}, { onCleanup }) => {
  const dns = await startNameServer();
  onCleanup(dns.close);
  dns.records.set("www.provider.test", ["198.51.100.7", "198.51.100.8"]);
  dns.records.set("w1w.provider.test", ["203.0.113.9"]);
  return dns;
});

type Dns = Awaited<ReturnType<typeof startNameServer>>;

/** With a clock that the test sets. */
function asking({ address }: Dns) {
  const clock = { now: 0 };
  const isTheirs = addressesOfHosts(hosts, {
    resolve: dnsResolver([address], 100),
    now: () => clock.now,
  });
  return { clock, isTheirs };
}

describe("the addresses of the provider's hosts", () => {
  test("are those of DNS, in any notation of a socket", async ({ dns }) => {
    const { isTheirs } = asking(dns);
    for (const address of ["198.51.100.7", "198.51.100.8", "203.0.113.9", "::ffff:203.0.113.9"])
      expect(await isTheirs(address)).toBe(true);
    for (const address of ["198.51.100.9", "127.0.0.1", "2001:db8::1", "no address", ""])
      expect(await isTheirs(address)).toBe(false);
  });

  // shows R3, T3
  test("are looked up every ten minutes, and followed when they change", async ({ dns }) => {
    const { clock, isTheirs } = asking(dns);
    await Promise.all(Array.from({ length: 20 }, () => isTheirs("198.51.100.7")));
    expect(dns.asked.toSorted()).toEqual(hosts.toSorted());

    dns.records.set("www.provider.test", ["198.51.100.77"]);
    clock.now = 10 * minute - 1;
    expect(await isTheirs("198.51.100.7")).toBe(true);
    clock.now = 10 * minute;
    expect(await isTheirs("198.51.100.7")).toBe(false);
    expect(await isTheirs("198.51.100.77")).toBe(true);
  });

  // shows R3, T3
  test("are empty if DNS does not answer, and looked up again soon", async ({ dns }) => {
    const { clock, isTheirs } = asking(dns);
    expect(await isTheirs("203.0.113.9")).toBe(true);
    dns.setSilent(true);
    clock.now = 10 * minute;
    expect(await isTheirs("203.0.113.9")).toBe(false);
    const asked = dns.asked.length;
    expect(await isTheirs("203.0.113.9")).toBe(false);
    expect(dns.asked).toHaveLength(asked);

    dns.setSilent(false);
    clock.now += 10_000;
    expect(await isTheirs("203.0.113.9")).toBe(true);
  });

  test("of one host do not depend on another that fails", async ({ dns }) => {
    dns.records.delete("w1w.provider.test");
    const { isTheirs } = asking(dns);
    expect(await isTheirs("198.51.100.8")).toBe(true);
    expect(await isTheirs("203.0.113.9")).toBe(false);
  });

  test("are accepted in addition to the configured ranges", async ({ dns }) => {
    const { isSource } = payfastGateway({
      mode: "sandbox",
      merchantId: "1",
      merchantKey: "key",
      passphrase: null,
      baseUrl: null,
      allowedCidrs: ["197.97.145.144/28"],
      sourceHosts: hosts,
      resolveHost: dnsResolver([dns.address], 100),
      publicUrl: "https://shop.example",
      ownUrl: () => "",
    }).world("sandbox");
    expect(await isSource("197.97.145.145")).toBe(true);
    // An address in the ranges needs no lookup.
    expect(dns.asked).toEqual([]);
    expect(await isSource("203.0.113.9")).toBe(true);
    expect(await isSource("203.0.113.10")).toBe(false);
  });
});
