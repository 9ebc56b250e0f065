import { daysBetween } from "@portal/shared/platform/calendar.ts";
import type { PayoutLayout } from "@portal/shared/money/payouts.ts";
import { bankFiles } from "./bank-file.rules.ts";

/** A payout of a batch that no statement has proved. Amount in minor units. */
export type UnprovedPayout = Readonly<{
  batchId: number;
  payoutId: string;
  /** `PAYOUT 12-3`, in the file that the bank got. */
  reference: string;
  amount: number;
  layout: PayoutLayout;
  payOn: string;
}>;

/** An outgoing transaction of a stored statement. Amount in minor units, positive. */
export type DebitLine = Readonly<{
  id: number;
  day: string;
  amount: number;
  description: string;
  /** It proves a payout already. */
  isUsed: boolean;
  /** It may be the money of another transaction, as another file writes it. */
  isRepeat: boolean;
}>;

export type PayoutProof = Readonly<{ batchId: number; payoutId: string; line: DebitLine }>;

/** Days after the day of payment in which a debit without a reference counts as that of a batch. */
const lumpDays = 7;

/**
 * The transaction that proves each payout. One that names the payout and has its amount proves it, and proves no other. One
 * debit of a batch proves all of it: it names the batch, or is of a bank that pays in one debit and the only one of this sum
 * around the day of payment, of the only such batch.
 */
export function proofsFor(
  payouts: readonly UnprovedPayout[],
  lines: readonly DebitLine[],
): PayoutProof[] {
  const used = new Set(lines.filter(({ isUsed }) => isUsed).map(({ id }) => id));
  const single = payouts.flatMap(({ batchId, payoutId, amount, reference }) => {
    const isNamedIn = payoutNamer(reference);
    const line = lines.find(
      (each) => !used.has(each.id) && each.amount === amount && isNamedIn(each.description),
    );
    if (!line) return [];
    used.add(line.id);
    return [{ batchId, payoutId, line }];
  });
  const proved = new Set(single.map(({ payoutId }) => payoutId));
  const left = payouts.filter(({ payoutId }) => !proved.has(payoutId));
  return [...single, ...lumpedProofs(left, lines, used)];
}

function lumpedProofs(
  payouts: readonly UnprovedPayout[],
  lines: readonly DebitLine[],
  used: ReadonlySet<number>,
): PayoutProof[] {
  const batches = [...Map.groupBy(payouts, ({ batchId }) => batchId).values()];
  return batches.flatMap((batch) => {
    const line = lumpOf(batch, batches, lines);
    if (line === undefined || used.has(line.id)) return [];
    return batch.map(({ batchId, payoutId }) => ({ batchId, payoutId, line }));
  });
}

function lumpOf(
  batch: readonly UnprovedPayout[],
  batches: readonly (readonly UnprovedPayout[])[],
  lines: readonly DebitLine[],
): DebitLine | undefined {
  const sum = sumOf(batch);
  const [first] = batch;
  if (first === undefined) return undefined;
  const ofSum = lines.filter(({ amount }) => amount === sum);
  const isNamedIn = batchNamer(first.batchId);
  const named = ofSum.find(({ description }) => isNamedIn(description));
  if (named) return named;
  if (!bankFiles[first.layout].debitsSum) return undefined;
  const isNear = ({ day }: DebitLine) => {
    const days = daysBetween(first.payOn, day);
    return days >= 0 && days <= lumpDays;
  };
  // A used or repeated one counts as well: which of two equal debits is this batch's, nobody can tell.
  const near = ofSum.filter(isNear);
  const isOnlyBatch = batches.every((other) => other === batch || sumOf(other) !== sum);
  return near.length === 1 && isOnlyBatch && !near[0]?.isRepeat ? near[0] : undefined;
}

function sumOf(payouts: readonly UnprovedPayout[]): number {
  return payouts.reduce((sum, { amount }) => sum + amount, 0);
}

/** A transaction that names a payout, with another amount than the payout has. */
export function differenceOf(
  { reference, amount }: Pick<UnprovedPayout, "reference" | "amount">,
  lines: readonly DebitLine[],
): DebitLine | null {
  const isNamedIn = payoutNamer(reference);
  return (
    lines.find((line) => line.amount !== amount && !line.isUsed && isNamedIn(line.description)) ??
    null
  );
}

/** `PAYOUT 12-3` matches "FNB PAYOUT12-3 A NKOSI" but not "PAYOUT 12-31" or "PAYOUT 112-3". */
function payoutNamer(reference: string): (text: string) => boolean {
  const [batch, item] = reference.match(/\d+/g) ?? [];
  const pattern = new RegExp(`payout\\W*${batch}\\W+${item}(?!\\d)`, "i");
  return (text) => pattern.test(text);
}

/** "PAYOUT 12", or "PAYOUTS-12", which is how the file of batch 12 is called, and not "PAYOUT 12-3". */
function batchNamer(batchId: number): (text: string) => boolean {
  const pattern = new RegExp(`payouts?\\W*${batchId}(?!\\d|\\W+\\d)`, "i");
  return (text) => pattern.test(text);
}
