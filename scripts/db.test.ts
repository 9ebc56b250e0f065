import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmod, copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { connect, connectPool, databaseOn, patient } from "../server/src/platform/db/connect.ts";
import { readOnly } from "../server/src/platform/db/database.ts";
import { openDatabaseServer } from "../server/src/platform/db/database-server.ts";
import { readEnv } from "../server/src/env.ts";
import { createInlineProjector } from "../server/src/projections/live/inline-projector.ts";
import { findMoneyDue } from "../server/src/office/erasure/money-due.queries.ts";
import { ledgerCatalogue } from "../server/src/projections/ledger-catalogue.ts";
import { compileCache } from "../server/src/testing/compile-cache.ts";
import { createLedger } from "../server/src/platform/ledger/ledger.ts";

const root = path.join(import.meta.dirname, "..");
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-db-"));
  // The database's system user needs access to the folder.
  await chmod(folder, 0o755);
});

afterAll(() => rm(folder, { recursive: true }));

describe("npm run db", () => {
  test("migrates, and does nothing the second time", async () => {
    expect((await db("migrate")).stdout).toMatch(/^Applied 0001-roles, .*\.\n$/);
    expect((await db("migrate")).stdout).toBe("Nothing to do.\n");
  });

  test("shows what the database contains", async () => {
    const { stdout } = await db("status", "--json");

    expect(JSON.parse(stdout)).toMatchObject({ kind: "embedded", pending: [], events: 0 });
  });

  test("lists the jobs that were given up, and runs again what there is", async () => {
    expect((await db("jobs")).stdout).toBe("No job was given up.\n");
    expect(JSON.parse((await db("jobs", "--json")).stdout)).toEqual([]);
    expect((await db("jobs", "--again", "all")).stdout).toBe("0 will run again.\n");
    expect(await db("jobs", "--again", "7")).toMatchObject({
      code: 2,
      stderr: "--again 7 is neither the id of a job nor all.\n",
    });
    const id = randomUUID();
    expect(await db("jobs", "--again", id)).toMatchObject({
      code: 1,
      stderr: `There is no job ${id} that was given up.\n`,
    });
  });

  test("moves full partitions older than a day, which is a required option", async () => {
    expect(await db("move-partitions", "pg_default")).toMatchObject({
      code: 2,
      stderr: "Say what is old: --before 2024-01-01.\n",
    });
    expect(await db("move-partitions", "cold", "--before", "2024-01-01")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no tablespace cold. Make it first"),
    });
    const { stdout } = await db("move-partitions", "pg_default", "--before", "2024-01-01");
    expect(stdout).toMatch(/^Nothing to move: only full partitions/);
  });

  test("prints the runtime role's URL, and the owner's only on request", async () => {
    expect((await db("url")).stdout).toMatch(
      /^postgres:\/\/portal:\S+@127\.0\.0\.1:\d+\/portal\n$/,
    );
    expect((await db("url", "--superuser")).stdout).toMatch(/^postgres:\/\/postgres:/);
  });

  test("seeds the demo once, and prints its accounts each time", async () => {
    const accounts = z.array(z.object({ id: z.int(), email: z.string(), password: z.string() }));

    const first = accounts.parse(JSON.parse((await db("seed", "--json")).stdout));
    const second = accounts.parse(JSON.parse((await db("seed", "--json")).stdout));

    expect(first).toHaveLength(8);
    expect(second).toEqual(first);
  });

  // shows T128
  test("invites the admins of an empty shop, which gets its starting products once", async () => {
    await dbIn("founders", "migrate");
    const first = await dbIn(
      "founders",
      "admins",
      "invite",
      "Thandi@Shop.test",
      "--name",
      "Thandi Nkosi",
    );
    const second = await dbIn("founders", "admins", "invite", "ben@shop.test");
    const again = await dbIn("founders", "admins", "invite", "ben@shop.test");
    const listed = await dbIn("founders", "admins", "list", "--json");

    expect(first.stdout).toMatch(
      /^Invited Thandi@Shop\.test as admin \(account \d+\)\. The link goes there by email and works for 7 days\./,
    );
    expect(second.code).toBe(0);
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { email: "thandi@shop.test", name: "Thandi Nkosi", active: true, hasRegistered: false },
      { email: "ben@shop.test", name: "New Admin", active: true, hasRegistered: false },
    ]);
    expect(await inDatabase("founders", waitingMails)).toEqual([
      "registration to thandi@shop.test",
      "admin-account to thandi@shop.test",
      "registration to ben@shop.test",
      "admin-account to ben@shop.test",
    ]);
    expect(await inDatabase("founders", productsOf)).toBe(2);
  });

  // shows T128
  test("resets the factors of an admin", async () => {
    const reset = await db("admins", "reset-factor", "office@shop.test");
    expect(reset.stdout).toMatch(
      /^Account \d+ no longer has passkeys and codes\. .* by email\.\n$/,
    );
  });

  test("locks and deactivates an admin, but never the last one, and tells all of them", async () => {
    const locked = await db("admins", "lock", "office@shop.test");
    const lockedAgain = await db("admins", "lock", "office@shop.test");
    const list = await db("admins", "list");
    const left = await db("admins", "deactivate", "office@shop.test");
    const last = await db("admins", "deactivate", "admin@shop.test");

    expect(locked.stdout).toMatch(
      /^Account \d+ is locked since .* All admins are told by email\.\n$/,
    );
    expect(lockedAgain.stdout).toBe(locked.stdout);
    expect(list.stdout).toMatch(/office@shop\.test .* locked since /);
    expect(left.stdout).toMatch(/^Account \d+ is no longer an admin\./);
    expect(last).toMatchObject({
      code: 2,
      stderr: "This is the last admin. Invite another one first.\n",
    });
    expect(await inDatabase("first", waitingMails)).toEqual([
      "admin-account to admin@shop.test",
      "admin-account to office@shop.test",
      "admin-account to admin@shop.test",
      "admin-account to office@shop.test",
    ]);
  });

  test("restores a backup into an empty database", async () => {
    const saved = path.join(folder, "saved");

    const backup = await db("backup", saved);
    const refused = await dbIn("second", "restore", saved);
    const restored = await dbIn("second", "restore", saved, "--without-erased-list");
    const status = await dbIn("second", "status", "--json");

    expect(backup.stdout).toMatch(
      /^Saved \d+ events, \d+ tables, \d+ uploads in .*\nNot in it: the keys in .*keys, which are secret/,
    );
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^The list of erased people is missing \(.*--without-erased-list\.\n$/,
      ),
    });
    expect(restored.stdout).toMatch(/^Restored \d+ events as of /);
    expect(JSON.parse(status.stdout)).toMatchObject({
      events: Number(/\d+/.exec(backup.stdout)?.[0]),
    });
  });

  test("leaves nothing of a backup that is stopped, and does not succeed", async () => {
    const parent = path.join(folder, "stopped");
    const stopped = new AbortController();
    const running = dbUntil(stopped.signal, "first", "backup", parent, "--nightly");
    await vi.waitUntil(
      async () => (await readdir(parent).catch(() => [])).some((name) => /unfinished/.test(name)),
      { timeout: 60_000, interval: 5 },
    );
    stopped.abort();

    expect(await running).toMatchObject({ code: 143, stdout: "" });
    expect(await readdir(parent)).toEqual([]);
  });

  // shows R76, T117
  test("leaves an empty database as it was where the ledger of the backup is damaged", async () => {
    const saved = path.join(folder, "saved");
    const altered = path.join(folder, "altered");
    await cp(saved, altered, { recursive: true });
    await alterFirstEvent(altered);

    const refused = await dbIn("third", "restore", altered, "--without-erased-list");
    const status = await dbIn("third", "status", "--json");
    const restored = await dbIn("third", "restore", saved, "--without-erased-list");

    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The ledger in the backup is damaged at position \d+: /),
    });
    // Another release, which this backup may need, takes the database too.
    expect(JSON.parse(status.stdout)).toMatchObject({
      events: null,
      pending: expect.arrayContaining(["0001-roles"]),
    });
    expect(restored.stdout).toMatch(/^Restored \d+ events as of /);
  });

  test("erases a person, and store credit only with a decision", async () => {
    const [nothingDue = 0, credited = 0] = await inDatabase("first", peopleToErase);
    expect((await db("erase", String(nothingDue))).stdout).toMatch(
      /^Erased account \d+: .* The ledger keeps the account number\.\n$/,
    );
    const refused = await db("erase", String(credited));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("There is store credit left");
    expect(refused.stderr).toMatch(
      /^ {2}store credit of R71\.48: --credit paid-out --paid-on DAY --reason account-closed\|/m,
    );
    expect(
      (await db("erase", String(credited), "--credit", "given-up", "--reason", "lapsed")).stdout,
    ).toContain("Store credit of R71.48 was given up.");
    expect(await db("erase-again")).toMatchObject({
      stdout: "No erased people are readable.\n",
    });
    expect(await db("erase", "99999")).toMatchObject({
      code: 2,
      stderr: "We could not find that user.\n",
    });
  });

  // shows R78, T123
  test("erases again the erased people that a restored database contains", async () => {
    // The second database is older than the list.
    await copyFile(
      path.join(folder, "first", "erased-people.txt"),
      path.join(folder, "second", "erased-people.txt"),
    );
    expect((await dbIn("second", "erase-again")).stdout).toBe("2 people were erased again.\n");
    expect(await dbIn("second", "erase-again")).toMatchObject({
      code: 0,
      stdout: "No erased people are readable.\n",
    });
  });

  test("settles a database that was recovered to a moment", async () => {
    const { code, stdout } = await dbIn("second", "after-recovery");

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The newest event is of 20\S+\. Now run: npm run finance -- verify\.\nEveryone has to sign in again, /,
    );
    expect((await dbIn("untouched", "after-recovery")).code).not.toBe(0);
  });

  test.each([
    [["backup", "x", "--keep-days", "0"], "--keep-days is a number of days, 1 or more."],
    [[], "Choose a command."],
    [["explode"], "There is no command explode."],
    [["status", "--loudly"], "Unknown option '--loudly'."],
    [["backup"], "Usage: npm run db -- backup FOLDER ["],
    [["migrate", "twice"], "Usage: npm run db -- migrate."],
    [["admins"], "Usage: npm run db -- admins list|invite|lock|deactivate|reset-factor [EMAIL] "],
    [["erase", "7", "8"], "Usage: npm run db -- erase USERID|EMAIL|RHNUMBER "],
    [["erase", "7", "--credit", "keep"], "Choose what happens to store credit: "],
    [["erase", "7", "--credit", "paid-out", "--reason", "account-closed"], "--paid-on DAY"],
  ])("explains the wrong use %j", async (given, words) => {
    const { code, stdout, stderr } = await dbIn("untouched", ...given);

    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
    expect(stderr).toContain("npm run db -- restore FOLDER");
  });

  test.each([
    [
      ["admins", "crown", "ben@shop.test"],
      "Choose what to do with admins: list, invite, lock, deactivate, reset-factor.",
    ],
    [["accept-undecided", "7"], "Ledger health names no such event or decision."],
    [["admins", "lock"], "Say whom: admins lock EMAIL."],
    [["admins", "list", "ben@shop.test"], "The list takes no email."],
    [["admins", "lock", "ben"], '"ben" is not an email address.'],
    [["admins", "invite", "ben@shop.test", "--name", "Ben"], "Give first and last name: "],
  ])("explains the wrong use of %j", async (given, words) => {
    expect(await dbIn("founders", ...given)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(words),
    });
  });

  test("refuses to erase an unknown target", async () => {
    expect(await db("erase", "kim")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a guest\'s email or order (RH1023), not "kim".\n'),
    });
    for (const nobody of ["nobody@people.test", "RH9999999"])
      expect(await db("erase", nobody)).toMatchObject({
        code: 2,
        stderr: "No one has ordered or contacted us with that without an account.\n",
      });
    expect(await db("erase", "admin@shop.test")).toMatchObject({
      code: 2,
      stderr: "This belongs to an account. Delete the account, then erase it.\n",
    });
  });
});

/** As somebody would who also puts the checksum right. */
async function alterFirstEvent(backup: string): Promise<void> {
  const file = path.join(backup, "public.ledger_events.copy.gz");
  const manifestFile = path.join(backup, "manifest.json");
  const before = await readFile(file);
  const events = gunzipSync(before).toString();
  const after = gzipSync(events.replace(/\\x[0-9a-f]{8}/, String.raw`\x01234567`));
  await writeFile(file, after);
  const [wrong, right] = [before, after].map((bytes) =>
    createHash("sha256").update(bytes).digest("hex"),
  );
  const manifest = await readFile(manifestFile, "utf8");
  await writeFile(manifestFile, manifest.replace(wrong ?? "", right ?? ""));
}

/** Runs work on the database of a folder, which is started for it. */
async function inDatabase<Answer>(
  name: string,
  use: (ownerUrl: string) => Promise<Answer>,
): Promise<Answer> {
  const env = readEnv({ DATA_DIR: path.join(folder, name) });
  const server = await openDatabaseServer(env, { name: "a test", isExclusive: false });
  try {
    return await use(server.ownerUrl);
  } finally {
    await server.close();
  }
}

/** The kind and the reader of each message that no job has sent yet, in the order of their queue. */
async function waitingMails(ownerUrl: string): Promise<string[]> {
  await using portal = connect(ownerUrl, { poolSize: 1 });
  const rows = await portal
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.user_id")
    .select(["message.kind", "account.email"])
    .where("message.kind", "in", ["registration", "admin-account"])
    .where("message.channel", "=", "email")
    .orderBy("message.id")
    .execute();
  return rows.map(({ kind, email }) => `${kind} to ${email}`);
}

async function productsOf(ownerUrl: string): Promise<number> {
  await using portal = connect(ownerUrl, { poolSize: 1 });
  const { count } = await portal
    .selectFrom("product")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Two customers without money due, the second of whom then gets store credit. */
async function peopleToErase(ownerUrl: string): Promise<number[]> {
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 2 });
  const portal = databaseOn(pool);
  const ledger = createLedger({
    pool,
    catalogue: ledgerCatalogue,
    projector: createInlineProjector(),
  });
  const now = new Date().toISOString();
  const found: number[] = [];
  const customers = portal.selectFrom("account").select("id").where("role", "=", "customer");
  for (const { id } of await customers.execute()) {
    const due = await findMoneyDue(readOnly(portal), id, now);
    if (due.storeCredit === 0 && due.orders.length === 0) found.push(id);
  }
  const [, userId = 0] = found;
  const data = { userId, amount: 7148, reasonId: null };
  const command = { commandId: randomUUID(), request: data, metadata: {}, occurredAt: now };
  await ledger.execute(command, async () => ({
    events: [{ streamId: `wallet-${userId}`, event: { type: "CreditGranted", data } }],
    answer: null,
  }));
  await ledger.close();
  await portal.destroy();
  return found;
}

type Run = Readonly<{ code: number; stdout: string; stderr: string }>;

function db(...given: string[]): Promise<Run> {
  return dbIn("first", ...given);
}

/** Runs a command on the embedded database of a folder. */
function dbIn(name: string, ...given: string[]): Promise<Run> {
  return dbUntil(null, name, ...given);
}

/** The same, ended by SIGTERM when the signal is aborted. */
function dbUntil(stopped: AbortSignal | null, name: string, ...given: string[]): Promise<Run> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { ...compileCache, PATH, HOME, DATA_DIR: path.join(folder, name) };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--no-warnings", "scripts/db.ts", ...given],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    stopped?.addEventListener("abort", () => child.kill("SIGTERM"));
  });
}
