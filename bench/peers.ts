import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { z } from "zod";
import { root, runProgram } from "../scripts/run-program.ts";
import { closedLoop } from "./closed-loop.ts";
import type { Contest, Measured, OpenScenario } from "./contest.ts";
import { createRawInsert } from "./raw-insert.ts";
import { createScratchDatabase } from "./scratch-database.ts";

/** What others append with to PostgreSQL. Nothing of the product depends on them, so only this measurement installs them. */
const packages = {
  "@event-driven-io/emmett": "0.42.0",
  "@event-driven-io/emmett-postgresql": "0.42.0",
  "@event-driven-io/pongo": "0.16.11",
  "@eventide/message-db": "1.3.1",
};

const folder = path.join(root, "bench", "scratch", "peers");

/** Appends one event for a client in turn, of a stream of its own, expecting that the stream is new. */
type Peer = Readonly<{ name: string; append: () => Promise<void>; close: () => Promise<void> }>;

/** The appends of two other event stores, against the same limit as `append.ts`. Not judged. */
export const openPeers: OpenScenario = async ({ serverUrl, isQuick }) => {
  await using resources = new AsyncDisposableStack();
  await installPeers();
  const database = await createScratchDatabase(serverUrl, "peers");
  resources.defer(database.drop);
  const raw = await createRawInsert(database.url);
  const peers = [await openEmmett(database.url), await openMessageDb(database.url)];
  for (const peer of peers) resources.defer(peer.close);

  const seconds = isQuick ? 1 : 6;
  const contests = peers.flatMap((peer) =>
    [1, 8, 32].map(
      (clients): Contest => ({
        name: `append of ${peer.name}, ${clients} ${clients === 1 ? "client" : "clients"}`,
        unit: "events",
        limitName: raw.name,
        productName: peer.name,
        limit: () => raw.run(clients, seconds),
        product: (): Promise<Measured> => closedLoop({ clients, seconds }, peer.append),
      }),
    ),
  );
  const running = resources.move();
  return { contests, verify: async () => {}, close: () => running.disposeAsync() };
};

async function installPeers(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const project = { private: true, dependencies: packages };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(project));
  const { isFine, output } = await runProgram(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund"],
    {},
    folder,
  );
  if (!isFine) throw new Error(`the packages of the peers cannot be installed: ${output}`);
}

function fileOf(...parts: readonly string[]): string {
  return path.join(folder, "node_modules", ...parts);
}

/** About the size of an order with its lines. */
const data = { text: "x".repeat(580) };
const metadata = { actorId: 7, source: "bench" };

type EventStore = Readonly<{
  appendToStream: (
    stream: string,
    events: readonly object[],
    options: Readonly<{ expectedStreamVersion: "STREAM_DOES_NOT_EXIST" }>,
  ) => Promise<unknown>;
  close: () => Promise<void>;
}>;

const emmettModule = z.object({
  getPostgreSQLEventStore: z.custom<(url: string) => EventStore>(
    (value) => typeof value === "function",
  ),
});

async function openEmmett(url: string): Promise<Peer> {
  const entry = fileOf("@event-driven-io", "emmett-postgresql", "dist", "index.js");
  const store = emmettModule
    .parse(await import(pathToFileURL(entry).href))
    .getPostgreSQLEventStore(url);
  const event = { type: "OrderPlaced", data, metadata };
  return {
    name: "Emmett",
    append: async () => {
      await store.appendToStream(`order-${randomUUID()}`, [event], {
        expectedStreamVersion: "STREAM_DOES_NOT_EXIST",
      });
    },
    close: () => store.close(),
  };
}

/** As its own scripts for psql install it, without a role of its own. */
async function openMessageDb(url: string): Promise<Peer> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 32,
    options: "-c search_path=message_store,public",
  });
  const base = fileOf("@eventide", "message-db", "database");
  const first = ["schema/message-store.sql", "extensions/pgcrypto.sql", "tables/messages.sql"];
  const others = await Promise.all(
    ["install-functions.sh", "install-indexes.sh"].map((name) => filesNamedIn(base, name)),
  );
  for (const file of [...first, ...others.flat()])
    await pool.query(await readFile(path.join(base, file), "utf8"));
  return {
    name: "message-db",
    append: async () => {
      await pool.query({
        name: "write",
        text: "select write_message($1, $2, 'OrderPlaced', $3, $4, -1)",
        values: [randomUUID(), `order-${randomUUID()}`, data, metadata],
      });
    },
    close: () => pool.end(),
  };
}

async function filesNamedIn(base: string, script: string): Promise<string[]> {
  const text = await readFile(path.join(base, script), "utf8");
  return [...text.matchAll(/\$base\/(\S+\.sql)/g)].map(([, file = ""]) => file);
}
