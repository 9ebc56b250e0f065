import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { commonPasswords } from "../server/src/gateways/passwords/passwords.ts";
import { aDocument, aPng } from "../server/src/testing/hostile-files.ts";
import type { OpenScenario } from "./contest.ts";
import { createScratchDatabase } from "./scratch-database.ts";
import { type ShopServer, startShopServer } from "./shop-server.ts";

const admin = { email: "admin@shop.test", password: "Long-enough-1234!" };
const mb = 1024 * 1024;

/** The cost of hostile input and its limit; not compared with PostgreSQL, so there is no contest. */
type Cost = Readonly<{ what: string; unit: "MB" | "ms"; cost: number; most: number }>;

/** The memory and latency cost of uploads that try to exhaust the server, and the CPU cost of long passwords. */
export const openLimits: OpenScenario = async ({ serverUrl, isQuick, note }) => {
  const costs = [...(await costsOfUploads(serverUrl)), await costOfLongPassword()];
  for (const { what, unit, cost, most } of costs)
    note(`${what}: ${Math.round(cost)} ${unit} (at most ${most})`);
  return {
    contests: [],
    async verify() {
      const above = costs.filter(({ cost, most }) => cost > most);
      if (above.length > 0 && !isQuick)
        throw new Error(`more than it may cost: ${above.map(({ what }) => what).join(", ")}`);
    },
    close: async () => {},
  };
};

async function costsOfUploads(serverUrl: string): Promise<Cost[]> {
  await using resources = new AsyncDisposableStack();
  const database = await createScratchDatabase(serverUrl, "limits");
  resources.defer(database.drop);
  await migrate(database.url);
  const server = await startShopServer(database.url, "web", {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  resources.defer(server.stop);
  const authorization = await signIn(server);

  const costs: Cost[] = [];
  for (const { what, content } of [
    { what: "four pictures at once that become huge", content: aPng(6000, 5000, "whole") },
    { what: "four documents at once that become huge", content: aDocument(100 * mb) },
    { what: "four pictures at once as large as a camera's", content: aPng(4000, 3000) },
  ]) {
    const { megabytes, waitMs } = await strainOf(server, async () => {
      await Promise.all(Array.from({ length: 4 }, () => upload(server, authorization, content)));
    });
    costs.push({ what: `${what}, memory`, unit: "MB", cost: megabytes, most: 200 });
    costs.push({ what: `${what}, wait of others`, unit: "ms", cost: waitMs, most: 2000 });
  }
  return costs;
}

const signedInSchema = z.object({
  result: z.object({ data: z.object({ token: z.string() }) }),
});

async function signIn({ url }: ShopServer): Promise<string> {
  const answer = await fetch(`${url}/trpc/auth.login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  return `Bearer ${signedInSchema.parse(await answer.json()).result.data.token}`;
}

async function upload(
  { url }: ShopServer,
  authorization: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const body = new FormData();
  body.set("file", new Blob([content]), "a file");
  await fetch(`${url}/api/upload/save/-1`, { method: "POST", headers: { authorization }, body });
}

/** The peak memory growth of the process, and the longest response time of other requests. */
async function strainOf(server: ShopServer, work: () => Promise<void>) {
  const memory = async () => (await server.memoryMb())?.now ?? 0;
  const before = await memory();
  const peak = { megabytes: 0, waitMs: 0 };
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      await fetch(`${server.url}/healthz`);
      peak.waitMs = Math.max(peak.waitMs, performance.now() - started);
      peak.megabytes = Math.max(peak.megabytes, (await memory()) - before);
      await delay(20);
    }
  };
  const watching = watch();
  await work().finally(() => over.abort());
  await watching;
  return peak;
}

/** About 60 ms of this thread's CPU time; more than a second if the English dictionaries are included. */
async function costOfLongPassword(): Promise<Cost> {
  const isCommon = commonPasswords();
  await isCommon("warm-up", []);
  const odd = Array.from({ length: 128 }, (_, at) =>
    String.fromCharCode(33 + ((at * at * 7) % 93)),
  );
  const before = process.threadCpuUsage();
  await isCommon(odd.join(""), []);
  await isCommon("Passw0rd!".repeat(15).slice(0, 128), ["x".repeat(10_000)]);
  const cost = process.threadCpuUsage(before).user / 1000;
  return { what: "two passwords of 128 characters judged", unit: "ms", cost, most: 600 };
}
