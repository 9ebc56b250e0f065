import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { connect } from "node:tls";
import { Gauge, type Metric, type Registry } from "prom-client";

// `measure` registers them; in the default registry they could exist once in a process only.
const registers: Registry[] = [];

const hourMs = 60 * 60 * 1000;
const unansweredMs = 10_000;

/** What only one process of a machine has to look at: its worker. */
export function machineMetrics(addresses: readonly string[], dataDir: string): readonly Metric[] {
  return [...certificateMetrics(addresses), ...copyMetrics(dataDir)];
}

/**
 * How long the certificates of our addresses are valid, as a browser is shown them. Looked at once an hour and beside the
 * scrape, because an address that does not answer would hold up all other figures.
 */
export function certificateMetrics(
  addresses: readonly string[],
  now: () => number = Date.now,
): readonly Metric[] {
  const hosts = [...new Set(addresses.map((address) => new URL(address)))].filter(
    ({ protocol }) => protocol === "https:",
  );
  let lookedAt = Number.NEGATIVE_INFINITY;
  const endsAt = new Map<string, number | null>();
  const look = async ({ hostname, port }: URL) =>
    endsAt.set(hostname, await certificateEnd(hostname, Number(port || 443)).catch(() => null));
  return [
    new Gauge({
      name: "certificate_seconds_left",
      help: "How long the certificate of the shop's or the office's address is valid; absent where it did not answer.",
      labelNames: ["host"],
      registers,
      collect() {
        if (now() - lookedAt > hourMs) {
          lookedAt = now();
          void Promise.all(hosts.map(look));
        }
        this.reset();
        for (const [host, end] of endsAt)
          if (end !== null) this.set({ host }, (end - now()) / 1000);
      },
    }),
  ];
}

/** @returns milliseconds. A certificate that a browser would refuse is read as well: that is what this is about. */
function certificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(unansweredMs, () => socket.destroy(new Error(`${host} does not answer`)));
    socket.once("error", reject);
  });
}

const copied = /^copied-(?<of>\w+)$/;

/** The age of the copies on other machines: whoever makes one touches `copied-NAME` in the data folder when it is complete. */
export function copyMetrics(dataDir: string, now: () => number = Date.now): readonly Metric[] {
  return [
    new Gauge({
      name: "copy_age_seconds",
      help: "How long ago the last copy on another machine was complete; absent before the first.",
      labelNames: ["of"],
      registers,
      async collect() {
        this.reset();
        for (const name of await readdir(dataDir).catch(() => [])) {
          const of = copied.exec(name)?.groups?.["of"];
          if (of === undefined) continue;
          const { mtimeMs } = await stat(path.join(dataDir, name));
          this.set({ of }, (now() - mtimeMs) / 1000);
        }
      },
    }),
  ];
}
