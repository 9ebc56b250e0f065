import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { describe, expect } from "vitest";
import { refusedAs } from "../../testing/proposals-test.ts";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { carryOutRuns } from "./ledger-run.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function upload(
  { app, deps }: TestShop,
  path: "bank-statements" | "reconcile-cards",
  userId: number,
  text: string,
) {
  const start = { userId, device: "", withPassword: true };
  const { token } = await deps.sessions.start(start);
  return app.inject({
    method: "POST",
    url: `/office/${path}?name=month.csv`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
}

const now = () => new Date().toISOString();
const applicationName = "ledger-run-test";

/** As the worker's watch does. */
async function carryOut(
  ownerUrl: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const options = { ...patient, role: portalRole, poolSize: 3, applicationName };
  const pool = connectPool(ownerUrl, options);
  try {
    await carryOutRuns({ pool, now, log: silent, signal });
  } finally {
    await pool.end();
  }
}

/** Carries out the waiting run while the database closes its connections. */
async function breakOff(ownerUrl: string, superuser: Database, signal?: AbortSignal) {
  const rebuildLock = 7_226_004;
  await superuser.connection().execute(async (other) => {
    await sql`select pg_advisory_lock(${rebuildLock})`.execute(other);
    const carriedOut = carryOut(ownerUrl, signal);
    let ended = 0;
    while (ended === 0) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${applicationName} and query like '%pg_try_advisory_lock%'
          and datname = current_database()`.execute(other);
      ended = rows.length;
    }
    await carriedOut;
    await sql`select pg_advisory_unlock(${rebuildLock})`.execute(other);
  });
}

/** Carries out the waiting run, and returns the newest run as the office sees it. */
async function afterTheRun(shop: TestShop, ownerUrl: string) {
  await carryOut(ownerUrl);
  const [done] = await (await shop.as(shop.people.admin)).monthEnd.runs();
  return done;
}

async function aPaidOrder(shop: TestShop) {
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  return order;
}

/** A manual change of a projection. */
const spoil = (shop: TestShop, cents: number) =>
  sql`update projection.wallet set accrued = accrued + ${cents}
    where user_id = ${shop.people.ben}`.execute(shop.deps.db);

async function accruedOf({ deps, people }: TestShop): Promise<number> {
  const { accrued } = await deps.db
    .selectFrom("projection.wallet")
    .select("accrued")
    .where("user_id", "=", people.ben)
    .executeTakeFirstOrThrow();
  return accrued;
}

describe("reconciling from the month end", () => {
  test("compares projections with the ledger, reports progress, and changes nothing", async ({
    shop,
    ownerUrl,
  }) => {
    await aPaidOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const { id } = await admin.monthEnd.reconcile({ withBank: false });
    expect(await admin.monthEnd.runs()).toEqual([
      expect.objectContaining({ id, kind: "reconcile", state: "waiting", result: null }),
    ]);
    await expect(admin.monthEnd.reconcile({ withBank: false })).rejects.toEqual(
      refusedAs("ledgerrun.waiting"),
    );
    await expect(admin.monthEnd.rebuild({ acceptedHash: null })).rejects.toEqual(
      refusedAs("ledgerrun.waiting"),
    );

    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({
      id,
      state: "done",
      progress: 100,
      matching: null,
      result: { isSound: true, tables: [], members: [], broken: [], isSwapped: false },
    });
    // Carried out once: a second call finds nothing to do.
    await spoil(shop, 100);
    await carryOut(ownerUrl);
    expect((await admin.monthEnd.runs())[0]).toMatchObject({ id, result: { isSound: true } });
    await spoil(shop, -100);
  });

  test("compares the stored statements with the payments, and stores no text of them", async ({
    shop,
    ownerUrl,
  }) => {
    const admin = await shop.as(shop.people.admin);
    await expect(admin.monthEnd.reconcile({ withBank: true })).rejects.toEqual(
      refusedAs("ledgerrun.no-statement"),
    );
    const [applied, named, unpaid, typed] = [
      await aGuestOrder(shop),
      await aPaidOrder(shop),
      await aGuestOrder(shop),
      await aPaidOrder(shop),
    ];
    const day = shopDay();
    const bank = [
      "Date,Amount,Description",
      `${day},${(applied.total / 100).toFixed(2)},SECRET aunt of nobody`,
      `${day},${(named.total / 100).toFixed(2)},RH${named.orderNumber} SECRET DLAMINI`,
      `${day},10.00,RH${unpaid.orderNumber}`,
      `${day},5.00,from SECRET mother`,
      `${day},1.50,Interest`,
      `${day},-29.00,Fee`,
    ].join("\n");
    await upload(shop, "bank-statements", shop.people.admin, bank);
    const { rows: lines } = await admin.bankLines.list({});
    const idOf = (words: string) =>
      lines.find(({ description }) => description.includes(words))?.id ?? 0;
    await admin.bankLines.use({
      commandId: randomUUID(),
      lineId: idOf("aunt"),
      uses: [{ orderNumber: applied.orderNumber, amount: applied.total }],
    });
    await admin.bankLines.ignore({
      commandId: randomUUID(),
      lineId: idOf("Interest"),
      reason: "The bank's own",
    });

    await admin.monthEnd.reconcile({ withBank: true });
    // The day is not over.
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({
      matching: { matched: 2, missingInStatement: { count: 0 } },
    });
    await shop.deps.db
      .insertInto("bank_statement")
      .values({
        account: "",
        from_day: day,
        to_day: day,
        uploaded_at: `${addDays(day, 1)}T10:00:00.000Z`,
        uploaded_by: shop.people.admin,
      })
      .execute();
    await admin.monthEnd.reconcile({ withBank: true });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({
      statement: "bank",
      result: { isSound: true },
      matching: {
        matched: 2,
        different: { count: 0 },
        missingInLedger: {
          count: 1,
          first: [
            {
              line: idOf(`RH${unpaid.orderNumber}`),
              orderNumber: unpaid.orderNumber,
              amount: 10_00,
            },
          ],
        },
        // Orders of other tests were paid by hand on this day too.
        missingInStatement: {
          first: expect.arrayContaining([
            expect.objectContaining({ orderNumber: typed.orderNumber }),
          ]),
        },
        unreferenced: { count: 1, first: [{ line: idOf("mother"), amount: 5_00 }] },
      },
    });
    const { rows } = await sql<{ kept: string }>`
      select ledger_run::text as kept from ledger_run`.execute(shop.deps.db);
    expect(rows.map(({ kept }) => kept).join()).not.toContain("SECRET");
  });

  test("compares a settlement file with the payments", async ({ shop, ownerUrl }) => {
    const cards = "Date,Gross,Fee,PF Payment ID\n2026-11-02,10.00,0.50,1089250";
    await upload(shop, "reconcile-cards", shop.people.admin, cards);
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({
      statement: "payfast",
      matching: { matched: 0, missingInLedger: { count: 1, first: [{ paymentId: "1089250" }] } },
    });
  });

  test.for([
    ["nothing", ""],
    ["no payments", "Date,Amount,Description\n2026-11-02,-5.00,Rent"],
    ["another table", "name,colour\nA,red"],
    ["no amount", "Date,Amount,Description\n2026-11-02,much,RH1001"],
    ["a NUL", "Date,Amount,Description\n2026-11-02,5.00,\u0000"],
    ["binary", "\u0089PNG\r\n\u001A\n"],
  ] as const)("refuses a file with %s, and asks for nothing", async ([, text], { shop }) => {
    const before = await (await shop.as(shop.people.admin)).monthEnd.runs();
    const answer = await upload(shop, "reconcile-cards", shop.people.admin, text);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatch(/We could not read this file/);
    expect(await (await shop.as(shop.people.admin)).monthEnd.runs()).toEqual(before);
  });

  test("is for admins, and not while impersonating", async ({ shop }) => {
    const text = "Date,Amount,Description\n2026-11-02,5.00,RH1";
    expect((await upload(shop, "reconcile-cards", shop.people.ben, text)).statusCode).toBe(403);
    expect((await upload(shop, "reconcile-cards", shop.people.kim, text)).statusCode).toBe(403);
  });
});

describe("rebuilding from the month end", () => {
  test("swaps the projections when nothing differs", async ({ shop, ownerUrl }) => {
    await aPaidOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.monthEnd.rebuild({ acceptedHash: null });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({
      kind: "rebuild",
      state: "done",
      result: { isSound: true, isSwapped: true, hash: null },
    });
  });

  test("reports a difference and changes nothing until exactly that difference is accepted", async ({
    shop,
    ownerUrl,
  }) => {
    await aPaidOrder(shop);
    const before = await accruedOf(shop);
    await spoil(shop, 5_00);
    const admin = await shop.as(shop.people.admin);
    await admin.monthEnd.rebuild({ acceptedHash: null });
    const reported = await afterTheRun(shop, ownerUrl);
    expect(reported).toMatchObject({
      state: "done",
      result: {
        isSound: false,
        isSwapped: false,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        members: [{ memberId: shop.people.ben, fullName: expect.stringMatching(/\w+ \w+/) }],
      },
    });
    expect(await accruedOf(shop)).toBe(before + 5_00);

    await admin.monthEnd.rebuild({ acceptedHash: "0".repeat(64) });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({ result: { isSwapped: false } });
    expect(await accruedOf(shop)).toBe(before + 5_00);

    await admin.monthEnd.rebuild({ acceptedHash: reported?.result?.hash ?? null });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({ result: { isSwapped: true } });
    expect(await accruedOf(shop)).toBe(before);
    const { wanted } = await shop.deps.db
      .selectFrom("ledger_check")
      .select(({ fn }) => fn.min("wanted_at").as("wanted"))
      .executeTakeFirstOrThrow();
    expect(wanted).not.toBeNull();
  });

  test("requires recent authentication", async ({ shop }) => {
    const session = { token: "none", handle: randomUUID(), impersonatorId: null };
    const passwordAt = "2020-01-01T00:00:00.000Z";
    const admin = await shop.as(shop.people.admin, { session: { ...session, passwordAt } });
    await expect(admin.monthEnd.rebuild({ acceptedHash: null })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test("that fails is shown as failed, and another one can be requested", async ({
    shop,
    ownerUrl,
    superuser,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { id } = await admin.monthEnd.rebuild({ acceptedHash: null });
    await breakOff(ownerUrl, superuser);
    expect((await admin.monthEnd.runs())[0]).toMatchObject({ id, state: "failed", result: null });
    await admin.monthEnd.reconcile({ withBank: false });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({ state: "done" });
  });

  test("that is interrupted by the end of its process is carried out by the next", async ({
    shop,
    ownerUrl,
    superuser,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { id } = await admin.monthEnd.rebuild({ acceptedHash: null });
    await breakOff(ownerUrl, superuser, AbortSignal.abort());
    expect((await admin.monthEnd.runs())[0]).toMatchObject({ id, state: "waiting" });
    expect(await afterTheRun(shop, ownerUrl)).toMatchObject({ id, state: "done" });
  });
});
