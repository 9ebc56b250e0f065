import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { verifyLedger } from "./verify.ts";

const program = fileURLToPath(new URL("../../testing/append-in-a-loop.ts", import.meta.url));
const eventsPerCommand = 3;

/** A process that appends until it is killed, and the commands that were acknowledged. */
function startWriter(url: string, name: string) {
  const child: ChildProcess = spawn(process.execPath, [program, url, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  return {
    /** The last line may be cut off by the kill. */
    acknowledged: () => said.split("\n").slice(0, -1),
    async kill() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

describe("a writer that is killed", () => {
  // shows R61, T88
  test("loses no acknowledged command, and leaves none half written", async ({ db, ownerUrl }) => {
    const killed: string[] = [];
    for (let round = 0; round < 3; round++) {
      const writers = ["one", "other"].map((name) => startWriter(ownerUrl, `${name}${round}`));
      for (const writer of writers)
        await expect
          .poll(() => writer.acknowledged().length, { timeout: 15_000 })
          .toBeGreaterThan(50);
      await Promise.all(writers.map((writer) => writer.kill()));
      killed.push(...writers.flatMap((writer) => writer.acknowledged()));
    }
    await nobodyWrites(db);

    const commands = await db.selectFrom("ledger_commands").select("command_id").execute();
    const stored = new Set(commands.map(({ command_id }) => command_id));
    expect(killed.filter((commandId) => !stored.has(commandId))).toEqual([]);
    const halves = await sql`
      select stream_id from ledger_events group by stream_id having count(*) <> ${eventsPerCommand}`.execute(
      db,
    );
    expect(halves.rows).toEqual([]);
    expect(await verifyLedger(db)).toMatchObject({
      events: stored.size * eventsPerCommand,
      damage: null,
    });
  });
});

/** The database may still be at what the killed ones had sent. */
async function nobodyWrites(db: Parameters<typeof verifyLedger>[0]): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ others: number }>`
        select count(*) as others from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
        db,
      );
      return rows[0]?.others;
    })
    .toBe(0);
}
