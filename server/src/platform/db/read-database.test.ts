import { sql } from "kysely";
import { describe, expect } from "vitest";
import pg from "pg";
import { test } from "../../testing/database-test.ts";
import { connectPool } from "./connect.ts";
import { openReadDatabase, trackAge } from "./read-database.ts";

const quiet = { warn: () => {} };
const nowhere = "postgres://nobody:none@127.0.0.1:1/none";

/** A pool whose connections are named, so that a test sees where it reads. */
const named = (url: string, applicationName: string) =>
  connectPool(url, { poolSize: 2, readOnly: true, serial: true, applicationName });

async function readerOf(db: ReturnType<typeof openReadDatabase>["db"]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select current_setting('application_name') as name`.execute(db);
  return rows[0]?.name ?? "";
}

describe("the lag of a replica", () => {
  test("is 0 where it has everything, also when nothing was written for long", () => {
    const age = trackAge();
    age.wrote(0, 100n);
    expect(age.of(60_000, 100n)).toBe(0);
    age.wrote(60_000, 100n);
    expect(age.of(120_000, 100n)).toBe(0);
  });

  test("counts from when the first missing write was seen", () => {
    const age = trackAge();
    age.wrote(0, 100n);
    age.wrote(2000, 200n);
    age.wrote(4000, 300n);
    expect(age.of(5000, 100n)).toBe(3000);
    expect(age.of(5000, 250n)).toBe(1000);
    expect(age.of(5000, 300n)).toBe(0);
    age.wrote(6000, 400n);
    expect(age.of(9000, 300n)).toBe(3000);
  });

  test("grows while it replays nothing, whatever it reports itself", () => {
    const age = trackAge();
    for (let at = 0; at < 100_000; at += 1000) age.wrote(at, BigInt(at));
    expect(age.of(100_000, 10_000n)).toBe(89_000);
    for (let at = 100_000; at < 20_000_000; at += 1000) age.wrote(at, BigInt(at));
    expect(age.of(20_000_000, 10_000n)).toBe(19_989_000);
    expect(age.of(20_000_000, 19_999_000n)).toBe(0);
  });
});

describe("reports", () => {
  test("are read from the replica, and from the primary where there is none", async ({
    ownerUrl,
  }) => {
    const [primary, replica] = [named(ownerUrl, "primary"), named(ownerUrl, "replica")];
    const alone = openReadDatabase({ primary, replica: null, log: quiet });
    expect(await readerOf(alone.db)).toBe("primary");
    expect(alone.source()).toEqual({ from: "primary", ageSeconds: null, fallback: "no-replica" });

    // Without a moving clock no write of another test between the two looks counts as a lag.
    const now = () => 0;
    const both = openReadDatabase({ primary, replica, now, log: quiet });
    await both.look();
    expect(both.source().from).toBe("replica");
    expect(await readerOf(both.db)).toBe("replica");
    expect(both.source()).toEqual({ from: "replica", ageSeconds: 0, fallback: "none" });
    await Promise.all([primary.end(), replica.end()]);
  });

  test("are read from the primary while the replica is down, and from the replica again afterwards", async ({
    ownerUrl,
  }) => {
    const primary = named(ownerUrl, "primary");
    const replica = named(ownerUrl, "replica");
    const gone = new pg.Pool({ connectionString: nowhere, connectionTimeoutMillis: 500 });
    let isAway = true;
    // The same pool to whoever asks: a server that is switched off and on again.
    const switched = Object.create(replica, {
      connect: { value: () => (isAway ? gone : replica).connect() },
      query: { value: (text: string) => (isAway ? gone : replica).query(text) },
    });
    const lines: unknown[] = [];
    const log = { warn: (details: object) => void lines.push(details) };
    const reads = openReadDatabase({ primary, replica: switched, log });
    expect(await readerOf(reads.db)).toBe("primary");

    isAway = false;
    await reads.look();
    expect(reads.source().from).toBe("replica");
    expect(await readerOf(reads.db)).toBe("replica");

    // Between two looks: the first who meets it is answered all the same.
    isAway = true;
    expect(await readerOf(reads.db)).toBe("primary");
    await reads.look();
    expect(reads.source().fallback).toBe("away");
    isAway = false;
    await reads.look();
    expect(reads.source().fallback).toBe("none");
    // One line for each change, and none for each look.
    expect(lines.map((line) => Reflect.get(Object(line), "fallback"))).toEqual([
      "none",
      "away",
      "none",
    ]);
    await Promise.all([primary.end(), replica.end(), gone.end()]);
  });

  test("are read from the primary while the lag of the replica is too large", async ({
    ownerUrl,
  }) => {
    const primary = named(ownerUrl, "primary");
    const replica = named(ownerUrl, "replica");
    let isStuck = true;
    const stuck = Object.create(replica, {
      query: {
        value: async (text: string) =>
          isStuck ? { rows: [{ position: "1" }] } : replica.query(text),
      },
    });
    let at = 0;
    const options = { primary, replica: stuck, log: quiet };
    const reads = openReadDatabase({ ...options, now: () => at });
    await reads.look();
    expect(reads.source().from).toBe("replica");
    at = 11_000;
    await reads.look();
    expect(reads.source().fallback).toBe("behind");
    expect(reads.source()).toEqual({ from: "primary", ageSeconds: 11, fallback: "behind" });
    expect(await readerOf(reads.db)).toBe("primary");
    isStuck = false;
    await reads.look();
    expect(reads.source().from).toBe("replica");
    await Promise.all([primary.end(), replica.end()]);
  });

  test("cannot write, on either server", async ({ ownerUrl }) => {
    const [primary, replica] = [named(ownerUrl, "primary"), named(ownerUrl, "replica")];
    const reads = openReadDatabase({ primary, replica, log: quiet });
    const write = () => sql`create table written (id integer)`.execute(reads.db);
    await expect(write()).rejects.toThrow(/read-only transaction/);
    await reads.look();
    expect(reads.source().from).toBe("replica");
    await expect(write()).rejects.toThrow(/read-only transaction/);
    await Promise.all([primary.end(), replica.end()]);
  });
});
