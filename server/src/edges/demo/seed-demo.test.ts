import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { listCardMatch } from "../../sales/card-settlements/card-match.queries.ts";
import { defaultChart } from "@portal/shared/catalogue/chart.ts";
import { balanceOf, journalsOf } from "../../money/books/book-entry.rules.ts";
import { reconcileCards } from "../../money/books/card-reconciliation.rules.ts";
import { reconcileBank } from "../../money/books/bank-reconciliation.rules.ts";
import { readBank, readCards } from "../../projections/books/accounts-outside.ts";
import {
  readBalanceAsOf,
  readBooksState,
  readPostedEntries,
} from "../../projections/books/books.ts";
import { readRows } from "../../projections/store/table-rows.ts";
import {
  type MemberRow,
  memberTable,
  type WalletRow,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import { listShownTestimonials } from "../../office/testimonials/testimonial.queries.ts";
import { pictureOfWidth, picturesOfProducts } from "../../platform/files/upload.queries.ts";
import { findUpload } from "../../platform/files/upload.store.ts";
import { diskFiles } from "../../platform/files/file-store.ts";
import { argon2Passwords } from "../../gateways/passwords/passwords.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { test as base } from "../../testing/database-test.ts";
import { sandboxRates } from "../sandbox/courier/sandbox-rates.ts";
import { listDemoAccounts } from "./demo-people.ts";
import { createDemoHistory } from "./demo-history.ts";
import { seedDemo } from "./seed-demo.ts";

const until = "2026-07-01";
const month = "2026-06";
const test = base
  .extend("filesDir", { scope: "file" }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-seed-"));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend("seeded", { scope: "file" }, ({ ownerUrl, filesDir }) =>
    seedDemo({ ownerUrl, until, files: diskFiles(filesDir) }),
  );

describe("the demo seed", () => {
  test("imports the whole history", async ({ seeded, db }) => {
    const { lines } = createDemoHistory(until);

    const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();

    // The older months are closed, and four of the last payouts of the card provider are booked.
    expect(seeded.events).toBe(lines.length + 5);
    expect(head?.position).toBe(lines.length + 5);
  });

  // shows T285
  test("has books that balance day by day, and agree with the wallets", async ({
    seeded,
    db,
    pool,
  }) => {
    const state = await readBooksState(readOnly(db), "za");
    expect(state.through).toBe(seeded.events);
    const of = { chart: defaultChart, currency: "ZAR" } as const;
    const client = await pool.connect();
    const [balance] = await readBalanceAsOf(client, state, { ...of, month });
    const entries = await readPostedEntries(client, state, { isOf: (day) => day >= "2026" });
    client.release();

    const accounts = balance?.accounts ?? [];
    expect(balanceOf(accounts)).toBe(0);
    const journals = journalsOf(entries, { ...of, by: "day" });
    expect(journals.length).toBeGreaterThan(100);
    expect(new Set(journals.map(({ lines }) => balanceOf(lines)))).toEqual(new Set([0]));

    const owed = [...createDemoHistory(until).projections.wallets.all.values()].reduce(
      (sum, { accrued, paid, credit }) => sum + accrued - paid - credit,
      0,
    );
    const onlyOf = (key: string) => balanceOf(accounts.filter((each) => each.key === key));
    expect(onlyOf("commissionOwed")).toBe(0 - owed);
    expect(onlyOf("creditClearing")).toBe(0);
  });

  test("has on its statements whatever its books have since the first", async ({
    seeded,
    pool,
  }) => {
    expect(seeded.events).toBeGreaterThan(0);
    const bank = reconcileBank(until, await readBank(pool, "za"));

    expect(bank.entries).toEqual({ count: 0, sum: 0, rows: [] });
    expect(bank.matched.entries).toBeGreaterThan(20);
    // The provider's last payout, what is to be matched, and what else left the account.
    expect(bank.lines.count).toBe(8);
    expect(bank.difference).toBe(0);
  });

  test("has in its settlement what the card provider holds, but for three exceptions", async ({
    seeded,
    pool,
  }) => {
    expect(seeded.events).toBeGreaterThan(0);
    const { lines, difference, matched } = reconcileCards(until, await readCards(pool, "za"));

    // The payout that the bank has not explained yet, a payment that no order has, and a fee that is not booked.
    expect(lines.rows.map(({ reason }) => reason).toSorted()).toEqual([
      "part",
      "unexplained",
      "unexplained",
    ]);
    expect(matched.entries).toBeGreaterThan(20);
    expect(difference).toBe(0);
  });

  test("leaves the projections equal to a replay", async ({ seeded, pool }) => {
    const { projections } = createDemoHistory(until);
    const client = await pool.connect();

    const members = await readRows<MemberRow>(client, { schema: "projection", table: memberTable });
    const wallets = await readRows<WalletRow>(client, { schema: "projection", table: walletTable });
    client.release();

    expect(members).toHaveLength(seeded.members);
    expect(new Map(members.map((row) => [row.userId, row]))).toEqual(projections.members.all);
    expect(new Map(wallets.map((row) => [row.userId, row]))).toEqual(projections.wallets.all);
  });

  test("has a picture of each product, in the sizes that pages need", async ({
    seeded,
    db,
    filesDir,
  }) => {
    expect(seeded.members).toBeGreaterThan(0);
    const pictures = await picturesOfProducts(readOnly(db));
    expect([...pictures.keys()].toSorted((a, b) => a - b)).toEqual([94, 201, 202, 203, 1_699_856]);
    const files = diskFiles(filesDir);
    for (const { id } of pictures.values()) {
      const small = await pictureOfWidth(db, await findUpload(db, id), 96);
      expect((await buffer(files.read(small.sha256))).length).toBe(small.bytes);
      // Five of them and three of those who say something are far below what a first view may weigh.
      expect(small.bytes).toBeLessThan(4096);
    }
    const shown = await listShownTestimonials(readOnly(db));
    expect(shown.map(({ town, picture }) => [town, picture !== null])).toEqual([
      ["Durban", true] as const,
      ["Cape Town", true] as const,
      ["Bloemfontein", false] as const,
    ]);
  });

  test("has an open and an answered question about commission entries", async ({ seeded, db }) => {
    expect(seeded.events).toBeGreaterThan(0);
    const asked = await db.selectFrom("entry_question").select("answer").orderBy("id").execute();
    expect(asked.map(({ answer }) => answer !== null)).toEqual([false, true]);
    const early = await db
      .selectFrom("entry_question as question")
      .innerJoin("projection.commission_entry as entry", (join) =>
        join
          .onRef("entry.position", "=", "question.position")
          .onRef("entry.entry_no", "=", "question.entry_no"),
      )
      .select(["question.asked_at", "entry.occurred_at"])
      .whereRef("question.asked_at", "<", "entry.occurred_at")
      .execute();
    expect(early).toEqual([]);
  });

  test("can be shipped: the stand-in of the courier offers the service of each order to all addresses", async ({
    seeded,
    db,
  }) => {
    expect(seeded.orders).toBeGreaterThan(0);
    const orders = await db
      .selectFrom("projection.order_state")
      .select("delivery_service as service")
      .distinct()
      .where("delivery_service", "<>", selfCollectionService)
      .execute();
    const homes = await db
      .selectFrom("address")
      .select(["street_address as street", "suburb", "town", "postal_code as code"])
      .execute();
    const from = addressAt({
      street: "1 Church Street",
      suburb: "Central",
      town: "Pretoria",
      code: "0002",
    });
    const heavy = {
      parcel_description: "Goods",
      submitted_length_cm: 60,
      submitted_width_cm: 40,
      submitted_height_cm: 40,
      submitted_weight_kg: 60,
    };

    const offered = homes.map((home) =>
      sandboxRates(
        { collection_address: from, delivery_address: addressAt(home), parcels: [heavy] },
        `${until}T18:00:00Z`,
      ).map((rate) => rate.service_level.code),
    );

    expect(homes.length).toBeGreaterThan(20);
    for (const { service } of orders) for (const codes of offered) expect(codes).toContain(service);
  });

  test("has booked the card provider's payouts but for the last one", async ({
    seeded,
    db,
    pool,
  }) => {
    expect(seeded.events).toBeGreaterThan(0);
    const state = await readBooksState(readOnly(db), "za");
    const client = await pool.connect();
    const [balance] = await readBalanceAsOf(client, state, { chart: defaultChart, month });
    const entries = await readPostedEntries(client, state, { isOf: () => true });
    client.release();
    const settled = await db.selectFrom("settlement_line").select(["type", "net", "day"]).execute();
    const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);
    const nets = (isPayout: boolean) =>
      settled.filter(({ type }) => (type === "PAYOUT") === isPayout).map(({ net }) => net);
    const from = settled.map(({ day }) => day).toSorted()[0] ?? "";
    const since = entries
      .filter(({ event, ownDay }) => event !== "MoneyBooked" && ownDay >= from)
      .flatMap(({ lines }) => lines.filter(({ account }) => account === "cardClearing"));

    const held = (balance?.accounts ?? []).filter(({ key }) => key === "cardClearing");
    const last = 0 - (nets(true).at(-1) ?? 0);
    expect(last).toBeGreaterThan(0);
    expect(balanceOf(held)).toBe(
      sumOf(since.map(({ amount }) => amount)) - sumOf(nets(false)) + last,
    );
  });

  test("has five weeks of card settlements with three exceptions", async ({ seeded, db }) => {
    expect(seeded.orders).toBeGreaterThan(0);
    const days = { from: "2026-05-20", to: "2026-06-23", show: "all" } as const;
    const paging = { page: 1, pageSize: 100 };
    const { summary, deposits } = await listCardMatch(readOnly(db), "za", { ...paging, ...days });

    expect(summary.counts).toMatchObject({
      "missing-in-ledger": 1,
      "missing-in-settlement": 1,
      "fee-differs": 1,
      "amount-differs": 0,
      "no-notification": 0,
      waiting: 0,
    });
    expect(summary.left).toBe(0);
    expect(deposits.map(({ state }) => state)).toEqual([
      "matched",
      "matched",
      "matched",
      "matched",
      "matched",
    ]);
  });

  test("leaves no page of the office empty", async ({ seeded, db }) => {
    expect(seeded.orders).toBeGreaterThan(0);
    const { rows } = await sql<{ page: string; count: number }>`
      select 'decisions' as page, count(*)::integer as count from decision where state = 'open'
      union all select 'transfers to match', count(*)::integer from bank_line where state = 'open'
      union all select 'transfers used', count(*)::integer from bank_line where state = 'applied'
      union all select 'outgoing', count(*)::integer from bank_debit where kind is null
      union all select 'notifications', count(*)::integer from card_notification
      union all select 'contact', count(*)::integer from contact_message
      union all select 'emails', count(*)::integer from message where state = 'kept'
      union all select 'open batch', count(*)::integer from payout_batch where state = 'open'
      union all select 'paid batches', count(*)::integer from payout_batch where state = 'paid'
      union all select 'proved payouts', count(*)::integer from payout_batch_item where proof_day is not null
      union all select 'orders to pack', count(*)::integer from projection.order_state
        where state = 'paid' and delivery_service = ${selfCollectionService} 
        and fulfilment is null`.execute(db);
    expect(rows.filter(({ count }) => count === 0)).toEqual([]);
    const unsent = await db
      .selectFrom("message")
      .select(["kind", "failure"])
      .where("state", "<>", "kept")
      .execute();
    expect(unsent).toEqual([]);
  });

  test("pays each payout by the reference of its batch", async ({ seeded, db }) => {
    expect(seeded.orders).toBeGreaterThan(0);
    const { rows } = await sql`
      select item.reference, text.text from payout_batch_item item
      join payout_batch batch on batch.id = item.batch_id
      left join projection.payout_request payout on payout.payout_id::text = item.payout_id
      left join free_text text on text.id = payout.reference_id
      where item.state = 'paid' and (text.text is distinct from item.reference
        or payout.paid_on <> batch.pay_on or payout.requested <> item.amount)`.execute(db);
    expect(rows).toEqual([]);
  });

  test("creates the accounts that the README names, with its password", async ({ seeded, db }) => {
    const emails = seeded.accounts.map(({ email }) => email);
    const rows = await db
      .selectFrom("account")
      .selectAll()
      .where("email", "in", emails)
      .orderBy("id")
      .execute();

    expect(emails).toEqual([
      "admin@shop.test",
      "office@shop.test",
      "anna.l1@shop.test",
      "ben.l2@shop.test",
      "cara.l3@shop.test",
      "sam.stockist@shop.test",
      "kim.customer@shop.test",
      "accountant@shop.test",
    ]);
    expect(rows.map(({ id, role }) => ({ id, role }))).toEqual(
      listDemoAccounts().map(({ id, role }) => ({ id, role })),
    );
    const [first] = rows;
    expect(await argon2Passwords().isRight(first?.password_hash ?? null, "Demo-1234!")).toBe(true);
  });

  test("has people of every role and state", async ({ seeded, db }) => {
    const rows = await db.selectFrom("account").selectAll().execute();

    expect(seeded.accounts.length).toBeLessThan(rows.length);
    expect(rows.every(({ cell }) => /^\+27\d{9}$/.test(cell ?? ""))).toBe(true);
    expect(rows.filter(({ school }) => school).every(({ role }) => role === "distributor")).toBe(
      true,
    );
    for (const standing of [
      rows.filter(({ school }) => school),
      rows.filter(({ active }) => !active),
      rows.filter(({ verified, password_hash }) => !verified && password_hash === null),
      rows.filter(({ role, vat_no }) => role === "stockist" && vat_no !== null),
    ])
      expect(standing).not.toEqual([]);
  });

  // shows S3.11
  test("sells the products that the specification names", async ({ seeded, db }) => {
    const rows = await db.selectFrom("product").select(["id", "price"]).orderBy("id").execute();

    expect(seeded.orders).toBeGreaterThan(1000);
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: 94, price: 32_500 },
        { id: 142, price: 10_000 },
        { id: 1_699_856, price: 9500 },
      ]),
    );
  });

  test("advances the sequences, so that the next row gets a free id", async ({
    seeded,
    superuser,
  }) => {
    const { id } = await superuser
      .insertInto("account")
      .values({
        email: "somebody@shop.test",
        password_hash: null,
        first_name: "Some",
        last_name: "Body",
        cell: null,
        role: "customer",
        parent_id: null,
        margin_bps: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();

    expect(id).toBeGreaterThan(Math.max(...seeded.accounts.map((account) => account.id)));
  });

  test("refuses a database that has data", async ({ seeded, ownerUrl }) => {
    await expect(seedDemo({ ownerUrl, until })).rejects.toThrow(
      new RegExp(`empty database\\. This one has ${seeded.events} events and \\d+ accounts`),
    );
  });
});

function addressAt(home: Readonly<Record<"street" | "suburb" | "town" | "code", string>>) {
  return {
    type: "residential" as const,
    company: "",
    street_address: home.street,
    local_area: home.suburb,
    city: home.town,
    zone: "",
    country: "ZA" as const,
    code: home.code,
  };
}
