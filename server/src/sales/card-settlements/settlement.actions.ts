import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  coveredDays,
  hasPayments,
  statedBalances,
} from "../../gateways/bank-files/card-settlement.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import type { SettlementLine } from "../../gateways/bank-files/settlement-line.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tables, Tx } from "../../platform/db/database.ts";
import {
  readUpload,
  type UploadContext,
  type UploadedFile,
} from "../bank-lines/upload-statement.actions.ts";
import { recogniseSettlement, writtenFacts } from "./known-settlement-lines.rules.ts";
import { providerOf } from "./settlement-kind.rules.ts";

/**
 * Stores the lines of a settlement that are new, and which days the file covers. No payment is recorded by it.
 *
 * @throws DomainError settlement.unreadable with the line and the problem
 */
export async function uploadSettlement(
  context: UploadContext,
  user: SignedInUser,
  file: UploadedFile,
) {
  const settlement = await readUpload(context, "settlement.unreadable", {
    kind: "card-settlement",
    text: file.text,
  });
  const lines = withFingerprints(settlement);
  const days = settlement.map(({ day }) => day).toSorted();
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const covered = coveredDays(settlement);
  const uploaded = {
    uploaded_by: user.id,
    uploaded_at: context.now(),
    from_day: covered.from,
    to_day: covered.to,
    provider: providerOf(settlement),
    has_payments: hasPayments(settlement),
    ...statedBalances(settlement),
  };
  const added = await context.db.transaction().execute(async (tx) => {
    const stored = await listStored(tx, { from, to });
    const known = recogniseSettlement(lines, stored);
    await tellStored(tx, lines, known);
    const newLines = lines.filter((_, at) => known[at] === null);
    const count = await insertSettlement(tx, { name: file.name, ...uploaded }, newLines);
    const sums = {
      grossAmount: totalOf(newLines, "gross"),
      feeAmount: totalOf(newLines, "fee"),
      netAmount: totalOf(newLines, "net"),
    };
    const details = { lines: lines.length, added: count, ...sums, from, to };
    await insertAudit(tx, context, { action: "card-settlement.uploaded", details });
    return count;
  });
  return { added, known: lines.length - added, from, to };
}

function totalOf(lines: readonly SettlementLine[], of: "gross" | "fee" | "net"): number {
  return lines.reduce((sum, line) => sum + line[of], 0);
}

/** Those of the days, and of the days beside them: an older release stored those that UTC has. */
async function listStored(tx: Tx, { from, to }: Readonly<{ from: string; to: string }>) {
  await sql`select pg_advisory_xact_lock(hashtextextended('card-settlement', 0))`.execute(tx);
  return tx
    .selectFrom("settlement_line")
    .select([
      "id",
      "transaction_id as transactionId",
      "day",
      "written_day as writtenDay",
      "type",
      "payment_id as paymentId",
      "gross",
      "fee",
      "net",
      "paid_out_on as paidOutOn",
    ])
    .where("day", ">=", addDays(from, -1))
    .where("day", "<=", addDays(to, 1))
    .orderBy("id")
    .execute();
}

type Stored = Awaited<ReturnType<typeof listStored>>[number];

/** Adds to stored lines what a later file says of them: their ids, and the payouts that contained them. */
async function tellStored(
  tx: Tx,
  lines: readonly SettlementLine[],
  known: readonly (Stored | null)[],
): Promise<void> {
  const told = lines.flatMap(({ transactionId, paidOutOn = null }, at) => {
    const row = known[at];
    if (!row) return [];
    const isNew =
      (row.transactionId === null && transactionId !== null) ||
      (row.paidOutOn === null && paidOutOn !== null);
    return isNew ? [{ id: row.id, transactionId, paidOutOn }] : [];
  });
  if (told.length === 0) return;
  await sql`
    update settlement_line line set transaction_id = coalesce(line.transaction_id, told."transactionId"),
      paid_out_on = coalesce(line.paid_out_on, told."paidOutOn")
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told (id bigint, "transactionId" text, "paidOutOn" date)
    where line.id = told.id`.execute(tx);
}

/** Adds to each line a hash of what identifies it: its id, or its facts. Equal ones without an id are numbered. */
function withFingerprints(lines: readonly SettlementLine[]): NewSettlementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const facts = line.transactionId ?? writtenFacts(line);
    const count = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, count);
    const fingerprint = createHash("sha256").update(`${count} ${facts}`).digest("hex");
    return { ...line, fingerprint };
  });
}

export type NewSettlementLine = SettlementLine & Readonly<{ fingerprint: string }>;

/** @returns how many of the lines are new */
export async function insertSettlement(
  tx: Tx,
  file: Insertable<Tables["settlement_file"]>,
  lines: readonly NewSettlementLine[],
): Promise<number> {
  const { id: fileId } = await tx
    .insertInto("settlement_file")
    .values(file)
    .returning("id")
    .executeTakeFirstOrThrow();
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("settlement_line")
      .values(
        lines
          .slice(from, from + 1000)
          .map(({ line, fingerprint, day, type, gross, fee, net, ...more }) => ({
            line,
            fingerprint,
            day,
            type,
            gross,
            fee,
            net,
            paid_out_on: more.paidOutOn ?? null,
            file_id: fileId,
            transaction_id: more.transactionId,
            written_day: more.writtenDay,
            payment_id: more.paymentId,
            order_id: more.orderId,
            order_number: more.orderNumber,
          })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}
