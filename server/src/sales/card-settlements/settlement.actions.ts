import { createHash } from "node:crypto";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import {
  readCardSettlement,
  type SettlementLine,
} from "../../gateways/bank-files/card-settlement.ts";
import { StatementError } from "../../gateways/bank-files/statement-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";

export type UploadedSettlement = { added: number; known: number; from: string; to: string };
type UploadContext = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/**
 * Keeps the lines of a settlement that are not there yet, and which days it answers for. Nothing is
 * booked by it.
 *
 * @throws DomainError settlement.unreadable, saying what is wrong where
 */
export async function uploadSettlement(
  context: UploadContext,
  user: SignedInUser,
  file: Readonly<{ name: string; text: string }>,
): Promise<UploadedSettlement> {
  const lines = withFingerprints(settlementIn(file.text));
  const days = lines.map(({ day }) => day).toSorted();
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const uploaded = { uploadedBy: user.id, uploadedAt: context.now(), fromDay: from, toDay: to };
  const added = await context.db.transaction().execute(async (tx) => {
    const count = await insertSettlement(tx, { name: file.name, ...uploaded }, lines);
    const details = { lines: lines.length, added: count, from, to };
    await insertAudit(tx, context, { action: "card-settlement.uploaded", details });
    return count;
  });
  return { added, known: lines.length - added, from, to };
}

function settlementIn(text: string): readonly SettlementLine[] {
  try {
    return readCardSettlement(text);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError("settlement.unreadable", error.message);
  }
}

/**
 * What makes a line this one: the provider's number with what happened to it, else its day, type and
 * amounts; lines that are equal in all of it are told apart by their count.
 */
function withFingerprints(lines: readonly SettlementLine[]): NewSettlementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { kind, paymentId, day, type, gross, fee, net } = line;
    const facts = JSON.stringify(
      paymentId === null ? [day, type, gross, fee, net] : [kind, paymentId, gross, fee, net],
    );
    const count = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, count);
    const fingerprint = createHash("sha256").update(`${count} ${facts}`).digest("hex");
    return { ...line, fingerprint };
  });
}

export type NewSettlementLine = SettlementLine & Readonly<{ fingerprint: string }>;
type NewSettlementFile = Readonly<{
  name: string;
  fromDay: string;
  toDay: string;
  uploadedBy: number;
  uploadedAt: string;
}>;

/** @returns how many of the lines were not there yet. */
export async function insertSettlement(
  tx: Tx,
  file: NewSettlementFile,
  lines: readonly NewSettlementLine[],
): Promise<number> {
  const { id: fileId } = await tx
    .insertInto("settlement_file")
    .values({
      name: file.name,
      from_day: file.fromDay,
      to_day: file.toDay,
      uploaded_by: file.uploadedBy,
      uploaded_at: file.uploadedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("settlement_line")
      .values(
        lines.slice(from, from + 1000).map(({ paymentId, orderId, orderNumber, ...line }) => ({
          ...line,
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
