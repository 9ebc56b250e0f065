import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Measured } from "./contest.ts";

/** The limit: single-row INSERTs of 600-byte events, each with a durable commit. */
export type RawInsert = Readonly<{
  /** By `pgbench` or, if it is not installed, by a loop in Node, which is somewhat slower. */
  name: string;
  run: (clients: number, seconds: number) => Promise<Measured>;
}>;

const table = `create table raw_event (
  id bigint generated always as identity primary key, stream_id text not null,
  version integer not null, data jsonb not null, unique (stream_id, version))`;
/** About the size of an order with its lines. */
const data = JSON.stringify({ text: "x".repeat(580) });

export async function createRawInsert(url: string): Promise<RawInsert> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(table).finally(() => client.end());
  return (await hasPgbench()) ? withPgbench(url) : withNode(url);
}

function withPgbench(url: string): RawInsert {
  return {
    name: "raw INSERT by pgbench",
    async run(clients, seconds) {
      const folder = await mkdtemp(path.join(tmpdir(), "portal-bench-"));
      try {
        const script = path.join(folder, "insert.sql");
        await writeFile(
          script,
          `\\set number random(1, 9000000000000000000)\ninsert into raw_event (stream_id, version, data) values ('order-' || :number, 1, '${data}');\n`,
        );
        const rateOf = (window: string): Promise<number | null> =>
          pgbenchRate([
            "--no-vacuum",
            "--protocol=prepared",
            `--file=${script}`,
            `--client=${clients}`,
            `--jobs=${Math.min(clients, 2)}`,
            window,
            url,
          ]);
        // On a busy machine a short window can end before its first transaction.
        const perSecond = (await rateOf(`--time=${seconds}`)) ?? (await rateOf("--transactions=1"));
        if (perSecond === null) throw new Error("pgbench inserted nothing");
        return { perSecond };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function withNode(url: string): RawInsert {
  const insert = {
    name: "raw",
    text: "insert into raw_event (stream_id, version, data) values ($1, 1, $2)",
  };
  return {
    name: "raw INSERT from Node (this machine has no pgbench)",
    async run(clients, seconds) {
      const pool = new pg.Pool({ connectionString: url, max: clients });
      let done = 0;
      const start = performance.now();
      const end = start + seconds * 1000;
      const work = async (): Promise<void> => {
        while (performance.now() < end) {
          await pool.query({ ...insert, values: [`order-${crypto.randomUUID()}`, data] });
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, work));
      const perSecond = (done * 1000) / (performance.now() - start);
      await pool.end();
      return { perSecond };
    },
  };
}

async function hasPgbench(): Promise<boolean> {
  return runPgbench(["--version"]).then(
    () => true,
    () => false,
  );
}

/** Transactions per second; null if none ended within the window. */
async function pgbenchRate(args: readonly string[]): Promise<number | null> {
  const output = await runPgbench(args);
  if (/failed transactions: [1-9]/.test(output)) throw new Error(`pgbench: ${output}`);
  const [, perSecond] = /tps = ([\d.]+) \(without/.exec(output) ?? [];
  if (perSecond !== undefined) return Number(perSecond);
  if (/actually processed: 0\b/.test(output)) return null;
  throw new Error(`pgbench: ${output}`);
}

function runPgbench(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("pgbench", args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let problems = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (problems += text));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench ended with ${code}: ${problems}`)),
    );
  });
}
