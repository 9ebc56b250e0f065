import type {
  AcceptRules,
  AddBankRule,
  DebitKind,
  ExplainDebit,
} from "@portal/shared/sales/bank-debits.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { isUnexplained, listUnprovedRefunds } from "./bank-debit.queries.ts";
import { refundProofs } from "./bank-debit.rules.ts";

type Context = Pick<Caller, "db" | "shop" | "user" | "impersonatedById" | "now">;

/** Says what a transaction is; with words, also what is proposed for all that contain them. @throws DomainError bankdebit.decided */
export async function explainDebit(
  context: Context,
  user: SignedInUser,
  { debitId, kind, ruleFor }: ExplainDebit,
): Promise<{ debitId: number }> {
  await context.db.transaction().execute(async (tx) => {
    await setKind(tx, context, user, { debitId, kind });
    if (ruleFor !== undefined)
      await insertRule(tx, context, user, { way: "out", contains: ruleFor, kind });
  });
  return { debitId };
}

/** All or none. @throws DomainError bankdebit.decided */
export async function acceptRules(
  context: Context,
  user: SignedInUser,
  { debits }: AcceptRules,
): Promise<{ accepted: number }> {
  await context.db.transaction().execute(async (tx) => {
    const inOrder = debits.toSorted((one, other) => one.debitId - other.debitId);
    for (const debit of inOrder) await setKind(tx, context, user, debit);
  });
  return { accepted: debits.length };
}

async function setKind(
  tx: Tx,
  context: Context,
  user: SignedInUser,
  { debitId, kind }: Readonly<{ debitId: number; kind: DebitKind }>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("bank_debit as line")
    .set({ kind, decided_at: context.now(), decided_by: user.id })
    .where("line.id", "=", debitId)
    .where(isUnexplained)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("bankdebit.decided");
  const target = `outgoing bank transaction ${debitId}`;
  await insertAudit(tx, context, { action: "bank-debit.explained", target, details: { kind } });
}

/** Takes back what somebody said; a proof of a payout or refund stays. @throws DomainError bankdebit.decided */
export async function reopenDebit(context: Context, debitId: number): Promise<{ debitId: number }> {
  await context.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("bank_debit")
      .set({ kind: null, decided_at: null, decided_by: null })
      .where("id", "=", debitId)
      .where("decided_by", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new DomainError("bankdebit.decided");
    const target = `outgoing bank transaction ${debitId}`;
    await insertAudit(tx, context, { action: "bank-debit.reopened", target });
  });
  return { debitId };
}

/** A second rule for the same words replaces the first. */
export async function addBankRule(
  context: Context,
  user: SignedInUser,
  rule: AddBankRule,
): Promise<{ added: true }> {
  await context.db.transaction().execute((tx) => insertRule(tx, context, user, rule));
  return { added: true };
}

async function insertRule(
  tx: Tx,
  context: Context,
  user: SignedInUser,
  { way, contains, kind }: AddBankRule,
): Promise<void> {
  const words = contains.replaceAll(/\s+/gu, " ");
  await tx
    .deleteFrom("bank_rule")
    .where("way", "=", way)
    .where((row) => row(row.fn<string>("lower", ["contains"]), "=", words.toLowerCase()))
    .execute();
  await tx
    .insertInto("bank_rule")
    .values({ way, contains: words, kind, made_at: context.now(), made_by: user.id })
    .onConflict((row) => row.columns(["way", "contains"]).doNothing())
    .execute();
  await insertAudit(tx, context, { action: "bank-rule.added", details: { way, kind } });
}

/** @throws DomainError bankdebit.rule-unknown */
export async function removeBankRule(
  context: Context,
  ruleId: number,
): Promise<{ ruleId: number }> {
  await context.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("bank_rule")
      .where("id", "=", ruleId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new DomainError("bankdebit.rule-unknown");
    await insertAudit(tx, context, { action: "bank-rule.removed" });
  });
  return { ruleId };
}

/** Looks for every refund by transfer without proof among the stored outgoing transactions. @returns how many were proved */
export async function proveRefunds(context: Context): Promise<number> {
  const { timeZone } = await loadRegion(readOnly(context.db), context.shop.region);
  return context.db.transaction().execute(async (tx) => {
    // Of two at once, the second sees which lines the first has used.
    await sql`select pg_advisory_xact_lock(hashtextextended('refund-proof', 0))`.execute(tx);
    const refunds = await listUnprovedRefunds(tx, timeZone);
    if (refunds.length === 0) return 0;
    const debits = await tx
      .selectFrom("bank_debit as line")
      .select([
        "line.id",
        "line.booked_on as day",
        "line.amount",
        "line.named_orders as namedOrders",
        sql<boolean>`line.repeats is not null`.as("isRepeat"),
      ])
      .where(isUnexplained)
      .where(sql<boolean>`cardinality(line.named_orders) > 0`)
      .orderBy("line.booked_on")
      .orderBy("line.id")
      .execute();
    const proofs = refundProofs(refunds, debits);
    for (const { debitId, position } of proofs)
      await tx
        .updateTable("bank_debit")
        .set({ kind: "refund", refund_position: position, decided_at: context.now() })
        .where("id", "=", debitId)
        .execute();
    return proofs.length;
  });
}
