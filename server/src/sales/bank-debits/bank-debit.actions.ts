import {
  type AcceptRules,
  type AddBankRule,
  type BankKind,
  type DebitRef,
  entryOfKind,
  type ExplainDebit,
  ruleKinds,
} from "@portal/shared/sales/bank-debits.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import {
  bookedMoney,
  type NewBankEntry,
  unbookedMoney,
} from "../bank-entries/bank-entry.actions.ts";
import { entryAmount } from "../bank-entries/bank-entry.rules.ts";
import { loadKnownAccounts, requireKnownAccounts } from "../bank-lines/known-account.queries.ts";
import { isUnexplained, listUnprovedRefunds } from "./bank-debit.queries.ts";
import { refundProofs } from "./bank-debit.rules.ts";

type Context = Pick<Caller, "db" | "shop" | "user" | "impersonatedById" | "now">;

/**
 * Says what a transaction is, and books it; with words, also what is proposed for all that contain them.
 *
 * @throws DomainError bankdebit.decided
 */
export async function explainDebit(
  caller: Caller,
  user: SignedInUser,
  { commandId, debitId, kind, ruleFor }: ExplainDebit,
): Promise<{ debitId: number }> {
  const request = { action: "bankDebits.explain", debitId, kind, ...(ruleFor && { ruleFor }) };
  await bookDebits(caller, user, commandFrom(caller, commandId, request), {
    debits: [{ debitId, kind }],
    alsoWrite: async (tx) => {
      const proposed = ruleKinds.find((each) => each === kind);
      if (ruleFor !== undefined && proposed !== undefined)
        await insertRule(tx, caller, user, { way: "out", contains: ruleFor, kind: proposed });
    },
  });
  return { debitId };
}

/** All or none. @throws DomainError bankdebit.decided */
export async function acceptRules(
  caller: Caller,
  user: SignedInUser,
  { commandId, debits }: AcceptRules,
): Promise<{ accepted: number }> {
  const command = commandFrom(caller, commandId, { action: "bankDebits.acceptRules", debits });
  await bookDebits(caller, user, command, { debits });
  return { accepted: debits.length };
}

type ExplainedDebit = Readonly<{ debitId: number; kind: BankKind }>;

async function bookDebits(
  caller: Caller,
  user: SignedInUser,
  command: Command,
  of: Readonly<{ debits: readonly ExplainedDebit[]; alsoWrite?: (tx: Tx) => Promise<void> }>,
): Promise<void> {
  // Two that name the same ones wait for each other in one order.
  const debits = of.debits.toSorted((one, other) => one.debitId - other.debitId);
  await caller.ledger.execute(command, async (streams) => {
    const events = await bookedMoney(caller, streams, await entriesOf(caller.db, debits));
    const entryOf = new Map(events.map(({ entryId, entry }) => [entry.bankDebitId, entryId]));
    return {
      events,
      answer: {},
      sideWrites: async (tx) => {
        for (const debit of debits)
          await setKind(tx, caller, user, {
            ...debit,
            entryId: entryOf.get(debit.debitId) ?? null,
          });
        await of.alsoWrite?.(tx);
      },
    };
  });
}

/** @throws DomainError bankdebit.decided for one that is not there; bankline.account-unknown */
async function entriesOf(
  db: Database,
  debits: readonly ExplainedDebit[],
): Promise<readonly NewBankEntry[]> {
  const rows = await db
    .selectFrom("bank_debit")
    .select(["id", "account", "amount", "booked_on as day"])
    .where((row) => row("id", "=", row.fn.any(row.val(debits.map(({ debitId }) => debitId)))))
    .execute();
  await requireKnownAccounts(
    db,
    rows.map(({ account }) => account),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return debits.flatMap(({ debitId, kind }) => {
    const debit = byId.get(debitId);
    if (!debit) throw new DomainError("bankdebit.decided");
    const booked = entryOfKind[kind];
    if (booked === null) return [];
    const amount = entryAmount(booked, "out", debit.amount);
    return [{ kind: booked, amount, day: debit.day, bankDebitId: debitId }];
  });
}

async function setKind(
  tx: Tx,
  context: Context,
  user: SignedInUser,
  { debitId, kind, entryId }: ExplainedDebit & Readonly<{ entryId: string | null }>,
): Promise<void> {
  const debit = await tx
    .updateTable("bank_debit as line")
    .set({ kind, entry_id: entryId, decided_at: context.now(), decided_by: user.id })
    .where("line.id", "=", debitId)
    .where(isUnexplained)
    .returning("line.amount")
    .executeTakeFirst();
  if (!debit) throw new DomainError("bankdebit.decided");
  const target = `outgoing bank transaction ${debitId}`;
  const details = { kind, amount: debit.amount };
  await insertAudit(tx, context, { action: "bank-debit.explained", target, details });
}

/** Takes back what somebody said, and its entry; a proof of a payout or refund stays. @throws DomainError bankdebit.decided */
export async function reopenDebit(
  caller: Caller,
  { commandId, debitId }: DebitRef,
): Promise<{ debitId: number }> {
  const command = commandFrom(caller, commandId, { action: "bankDebits.reopen", debitId });
  await caller.ledger.execute(command, async (streams) => {
    const debit = await caller.db
      .selectFrom("bank_debit")
      .select(["entry_id as entryId", "amount"])
      .where("id", "=", debitId)
      .where("decided_by", "is not", null)
      .executeTakeFirst();
    if (!debit) throw new DomainError("bankdebit.decided");
    return {
      events: await unbookedMoney(streams, debit.entryId),
      answer: {},
      sideWrites: async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("bank_debit")
          .set({ kind: null, entry_id: null, decided_at: null, decided_by: null })
          .where("id", "=", debitId)
          .where("decided_by", "is not", null)
          .where("entry_id", "is not distinct from", debit.entryId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new DomainError("bankdebit.decided");
        const target = `outgoing bank transaction ${debitId}`;
        const details = { amount: debit.amount };
        await insertAudit(tx, caller, { action: "bank-debit.reopened", target, details });
      },
    };
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
  const region = await loadRegion(readOnly(context.db), context.shop.region);
  return context.db.transaction().execute(async (tx) => {
    // Of two at once, the second sees which lines the first has used.
    await sql`select pg_advisory_xact_lock(hashtextextended('refund-proof', 0))`.execute(tx);
    const refunds = await listUnprovedRefunds(tx, region);
    if (refunds.length === 0) return 0;
    const debits = await tx
      .selectFrom("bank_debit as line")
      .select([
        "line.id",
        "line.account",
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
    const isKnown = await loadKnownAccounts(tx);
    const proofs = refundProofs(
      refunds,
      debits.filter(({ account }) => isKnown(account)),
    );
    if (proofs.length > 0) {
      const proved = new Set(proofs.map(({ position }) => position));
      const amount = refunds
        .filter(({ position }) => proved.has(position))
        .reduce((sum, refund) => sum + refund.amount, 0);
      const details = { proved: proofs.length, amount };
      await insertAudit(tx, context, { action: "refunds.proved", details });
    }
    for (const { debitId, position } of proofs)
      await tx
        .updateTable("bank_debit")
        .set({ kind: "refund", refund_position: position, decided_at: context.now() })
        .where("id", "=", debitId)
        .execute();
    return proofs.length;
  });
}
