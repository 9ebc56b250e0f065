import { waits } from "@portal/shared/platform/acts.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowsOf } from "../db/rows.ts";
import type { Circle, ClosePair, OfficeAdmin, Parties } from "./independence.rules.ts";

type AnyDatabase = ReadDatabase | Database | Tx;

const adminRow = z.strictObject({
  id: z.int(),
  email: z.string(),
  cell: z.string().nullable(),
  isCellNew: z.boolean(),
  bankAccount: z.string().nullable(),
  isLocked: z.boolean(),
  heldUntil: z.iso.datetime().nullable(),
}) satisfies z.ZodType<OfficeAdmin>;

/** Every admin who can decide, and who of them are close to each other now. */
export async function loadCircle(db: AnyDatabase): Promise<Circle> {
  const admins = await rowsOf(
    db,
    adminRow,
    sql`
    select account.id, account.email, account.cell,
      coalesce(account.cell_changed_at > now() - make_interval(secs => ${waits.LOOKBACK}), false)
        as "isCellNew", bank_detail.account_number as "bankAccount",
      account.locked_at is not null as "isLocked",
      case when account.held_until > now() then account.held_until end as "heldUntil"
    from account left join bank_detail on bank_detail.user_id = account.id
    where account.role = 'admin' and account.active and account.password_hash is not null
    order by account.id`,
  );
  return { admins, closePairs: await listClosePairs(db) };
}

const pairRow = z.strictObject({ helper: z.int(), admin: z.int() });

/** An invitation from the command line leaves no decision, and makes nobody close. */
async function listClosePairs(db: AnyDatabase): Promise<ClosePair[]> {
  const rows = await rowsOf(
    db,
    pairRow,
    sql`
    select helper.id as helper, (decision.data ->> 'userId')::integer as admin
    from decision cross join lateral (values (decision.proposed_by), (decision.decided_by)) helper (id)
    where decision.kind in ('admin', 'factor') and helper.id is not null
      and decision.used_at > now() - make_interval(secs => ${waits.LOOKBACK})`,
  );
  return rows.map(({ helper, admin }) => [helper, admin]);
}

/** Whom a change is about, and whom it pays: as a person, or by the account that the money goes to. */
export async function findParties(
  db: AnyDatabase,
  { kind, data }: ProposedChange,
): Promise<Parties> {
  switch (kind) {
    case "limit":
    case "bank":
    case "contact":
      return nobody;
    case "bank-account":
      return { ...nobody, bankAccounts: [data.account] };
    case "admin":
    case "deactivate":
    case "factor":
      return { ...nobody, about: [data.userId] };
    case "eft":
    case "refund":
      return payingTo(db, await buyersOf(db, sql`order_id = ${data.uuid}`));
    case "bank-line": {
      const numbers = data.uses.map(({ orderNumber }) => orderNumber);
      return payingTo(db, await buyersOf(db, sql`order_number = any (${numbers})`));
    }
    case "credit":
      return payingTo(db, [data.userId]);
    case "payout":
      return payeesOf(db, [data.payoutId]);
    case "batch":
      return payeesOf(
        db,
        data.payouts.map(({ payoutId }) => payoutId),
      );
    case "reassign":
      return payingTo(db, data.sellerId === null ? [] : [data.sellerId]);
    case "undo-eft":
    case "undo-bank-line":
    case "undo-return":
    case "price":
    case "sale":
    case "delivery-fee":
    case "vat-rate":
    case "stockists":
    case "payout-hold":
    case "credit-password":
    case "plan":
      return nobody;
    case "margin":
    case "stockist-vat":
      return payingTo(db, [data.userId]);
    case "withholding":
      return data.userId === null ? nobody : payingTo(db, [data.userId]);
  }
}

const nobody: Parties = { about: [], pays: [], bankAccounts: [] };

const accountRow = z.strictObject({ account: z.string() });

/** Of what pays these people and is about nobody. */
export async function payingTo(db: AnyDatabase, pays: readonly number[]): Promise<Parties> {
  const rows = await rowsOf(
    db,
    accountRow,
    sql`
    select account_number as account from bank_detail where user_id = any (${pays}::integer[])`,
  );
  return { ...nobody, pays, bankAccounts: rows.map(({ account }) => account) };
}

const buyerRow = z.strictObject({ id: z.int() });

async function buyersOf(db: AnyDatabase, which: ReturnType<typeof sql>): Promise<number[]> {
  const rows = await rowsOf(
    db,
    buyerRow,
    sql`
    select buyer_id as id from projection.order_state
    where ${which} and buyer_id is not null`,
  );
  return rows.map(({ id }) => id);
}

const payeeRow = z.strictObject({ id: z.int(), account: z.string().nullable() });

async function payeesOf(db: AnyDatabase, payoutIds: readonly string[]): Promise<Parties> {
  const rows = await rowsOf(
    db,
    payeeRow,
    sql`
    select payout.user_id as id, bank_detail.account_number as account
    from projection.payout_request payout
    left join bank_detail on bank_detail.user_id = payout.user_id
    where payout.payout_id = any (${payoutIds})`,
  );
  return {
    about: [],
    pays: rows.map(({ id }) => id),
    bankAccounts: rows.flatMap(({ account }) => (account === null ? [] : [account])),
  };
}
