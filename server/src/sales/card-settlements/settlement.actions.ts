import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { coveredDays } from "../../gateways/bank-files/card-settlement.ts";
import type { SettlementLine } from "../../gateways/bank-files/settlement-line.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tables, Tx } from "../../platform/db/database.ts";
import {
  readUpload,
  type UploadContext,
  type UploadedFile,
} from "../bank-lines/upload-statement.actions.ts";

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
  };
  const added = await context.db.transaction().execute(async (tx) => {
    const newLines = await withoutKnown(tx, lines, { from, to });
    const count = await insertSettlement(tx, { name: file.name, ...uploaded }, newLines);
    const details = { lines: lines.length, added: count, from, to };
    await insertAudit(tx, context, { action: "card-settlement.uploaded", details });
    return count;
  });
  return { added, known: lines.length - added, from, to };
}

/** What tells a line from others. A part of a payment may be refunded again for the same amount, on another day. */
export function settlementFacts({
  day,
  type,
  paymentId,
  gross,
  fee,
  net,
}: Pick<SettlementLine, "day" | "type" | "paymentId" | "gross" | "fee" | "net">): string {
  return JSON.stringify([day, type, paymentId, gross, fee, net]);
}

/** Those that the stored lines of their days do not hold, as often as the file has them. */
async function withoutKnown(
  tx: Tx,
  lines: readonly NewSettlementLine[],
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<NewSettlementLine[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('card-settlement', 0))`.execute(tx);
  const stored = await tx
    .selectFrom("settlement_line")
    .select(["day", "type", "payment_id as paymentId", "gross", "fee", "net"])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
  const left = new Map<string, number>();
  for (const line of stored) {
    const facts = settlementFacts(line);
    left.set(facts, (left.get(facts) ?? 0) + 1);
  }
  return lines.filter((line) => {
    const facts = settlementFacts(line);
    const known = left.get(facts) ?? 0;
    if (known > 0) left.set(facts, known - 1);
    return known === 0;
  });
}

/**
 * Adds to each line a hash of the facts that identify it. Equal lines are numbered, so that uploading the same file
 * twice adds nothing.
 */
function withFingerprints(lines: readonly SettlementLine[]): NewSettlementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const facts = settlementFacts(line);
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
          .map(({ paymentId, orderId, orderNumber, paidOutOn, ...line }) => ({
            ...line,
            paid_out_on: paidOutOn ?? null,
            file_id: fileId,
            payment_id: paymentId,
            order_id: orderId,
            order_number: orderNumber,
          })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}
