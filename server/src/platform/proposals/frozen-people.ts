import { waits } from "@portal/shared/platform/acts.ts";
import type { AuditAction } from "@portal/shared/platform/audit-actions.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowsOf } from "../db/rows.ts";
import type { Accounts } from "./account-digest.queries.ts";

type AnyDatabase = ReadDatabase | Database | Tx;

/** By id, the keyed digest of what a person is called. */
export type FrozenPeople = ReadonlyMap<number, string>;

const idRow = z.strictObject({ id: z.int() });

/**
 * Whom a change pays, who earns or loses by it: those whom the admin who confirms it reads by name. The kinds about admins freeze
 * their words; of a batch the payouts count that are still open.
 */
export async function peopleOf(db: AnyDatabase, { kind, data }: ProposedChange): Promise<number[]> {
  switch (kind) {
    case "undo-return":
    case "credit":
    case "margin":
    case "stockist-vat":
      return [data.userId];
    case "withholding":
      return data.userId === null ? [] : [data.userId];
    case "reassign":
      return [data.sellerId, data.before].flatMap((id) => id ?? []);
    case "payout":
      return payeesOf(db, [data.payoutId]);
    case "batch":
      return payeesOf(
        db,
        data.payouts.map(({ payoutId }) => payoutId),
      );
    case "refund":
      return ofOrders(db, sql`buyer_id`, sql`order_id = ${data.uuid}`);
    case "eft":
      return ofOrders(db, sql`seller_id`, sql`order_id = ${data.uuid}`);
    case "bank-line": {
      const numbers = data.uses.map(({ orderNumber }) => orderNumber);
      return ofOrders(db, sql`seller_id`, sql`order_number = any (${numbers})`);
    }
    case "limit":
    case "bank":
    case "bank-account":
    case "contact":
    case "admin":
    case "deactivate":
    case "factor":
    case "undo-eft":
    case "undo-bank-line":
    case "price":
    case "sale":
    case "delivery-fee":
    case "stockists":
    case "vat-rate":
    case "payout-hold":
    case "credit-password":
    case "plan":
      return [];
  }
}

async function ofOrders(
  db: AnyDatabase,
  whose: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<number[]> {
  const rows = await rowsOf(
    db,
    idRow,
    sql`select distinct ${whose} as id from projection.order_state
      where ${which} and ${whose} is not null order by 1`,
  );
  return rows.map(({ id }) => id);
}

async function payeesOf(db: AnyDatabase, payoutIds: readonly string[]): Promise<number[]> {
  const rows = await rowsOf(
    db,
    idRow,
    sql`select distinct user_id as id from projection.payout_request
      where payout_id = any (${payoutIds}) and state = 'requested' order by 1`,
  );
  return rows.map(({ id }) => id);
}

const calledRow = z.strictObject({ id: z.int(), called: z.string() });

/** @param of.withCell not in decisions of an earlier release */
export async function digestsOfPeople(
  { db, accountDigest }: Accounts,
  ids: readonly number[],
  { withCell }: Readonly<{ withCell: boolean }>,
): Promise<FrozenPeople> {
  const cell = withCell ? sql`|| jsonb_build_array(cell)` : sql``;
  if (ids.length === 0) return new Map();
  const rows = await rowsOf(
    db,
    calledRow,
    sql`
    select id, (jsonb_build_array('person', id, first_name, last_name, email) ${cell})::text as called
    from account where id = any (${ids}) order by id`,
  );
  return new Map(rows.map(({ id, called }) => [id, accountDigest(called)]));
}

export async function keepFrozenPeople(
  tx: Tx,
  decisionId: string,
  people: FrozenPeople,
): Promise<void> {
  const rows = [...people].map(([user_id, digest]) => ({
    decision_id: decisionId,
    user_id,
    digest,
  }));
  if (rows.length > 0) await tx.insertInto("decision_person").values(rows).execute();
}

export async function findFrozenPeople(db: AnyDatabase, decisionId: string): Promise<FrozenPeople> {
  const rows = await db
    .selectFrom("decision_person")
    .select(["user_id as id", "digest"])
    .where("decision_id", "=", decisionId)
    .orderBy("user_id")
    .execute();
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

const renameRow = z.strictObject({
  userId: z.int(),
  at: z.iso.datetime(),
  byId: z.int().nullable(),
});

/** The newest change of what each of these people is called, by whom, in `LOOKBACK`. */
export function listRenames(db: AnyDatabase, ids: readonly number[]) {
  return rowsOf(
    db,
    renameRow,
    sql`
    select distinct on (entry.subject_id) entry.subject_id as "userId", entry.at, entry.actor_id as "byId"
    from audit_entry entry where entry.subject_id = any (${ids}) and ${isRename}
    order by entry.subject_id, entry.at desc`,
  );
}

/**
 * Who gave a person another name is not the one who proposes to pay them: the colleague would confirm the name.
 *
 * @throws DomainError proposal.own-rename
 */
export async function requireNotRenamedBy(
  db: AnyDatabase,
  proposerId: number,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql`
    select from audit_entry entry where entry.subject_id = any (${ids})
      and entry.actor_id = ${proposerId} and entry.subject_id <> ${proposerId} and ${isRename}
    limit 1`.execute(db);
  if (rows.length > 0) throw new DomainError("proposal.own-rename");
}

const isRename = sql`(
    (entry.action = ${"user.updated" satisfies AuditAction}
      and entry.details -> 'changed' ?| array['first_name', 'last_name', 'email'])
    or (entry.action = ${"profile.changed" satisfies AuditAction}
      and entry.details -> 'fields' ?| array['firstName', 'lastName', 'email']))
  and entry.at > now() - make_interval(secs => ${waits.LOOKBACK})`;
