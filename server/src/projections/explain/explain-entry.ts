import type {
  AccruedEntry,
  CommissionEntryRow,
  CommissionKind,
} from "../../platform/read-model/projection-rows.ts";

/** An entry with what it takes to reckon its amount again. */
export type EntryExplanation = CommissionEntryRow &
  Readonly<{
    rule: string;
    /** The amount before rounding is `numerator ÷ denominator`; rounding is half away from zero. */
    exact: Fraction;
    /** What rounding added, as a count of `denominator`ths of a minor unit. */
    rounding: number;
    /** What it would have been without the ceiling of the order's commission; null where that took nothing. */
    uncapped: number | null;
    /** The entry that a reversal takes back, the share of it that is to be back by now, and what was before. */
    reverses: Readonly<{
      position: number;
      entryNo: number;
      amount: number;
      share: Fraction;
      reversedBefore: number;
    }> | null;
  }>;

type Fraction = Readonly<{ numerator: number; denominator: number }>;

/** `earlier` are the entries of the same order before this one, in ledger order; `goods` are the order's. */
export function explainEntry(
  entry: CommissionEntryRow,
  earlier: readonly CommissionEntryRow[],
  goods: number,
): EntryExplanation {
  const { kind } = entry;
  switch (kind) {
    case "own":
    case "upline":
    case "stockist":
    case "leader":
      return explainAccrual(entry, kind);
    default:
      return explainReversal(entry, earlier, goods);
  }
}

/** The rule of the plan in words, with its rate. */
export function ruleOf({ kind, rateBps, sellerLevel, beneficiaryLevel }: Share): string {
  const rate = percentOf(rateBps);
  switch (kind) {
    case "own":
      return `Own sale of a level ${sellerLevel}: ${rate} of the value.`;
    case "upline":
      return `Level ${beneficiaryLevel} above a level ${sellerLevel} that sold: ${rate} of the value.`;
    case "stockist":
      return `Parent of a stockist that sold: ${rate} of the value, by the stockist's terms.`;
    case "leader":
      return `Sponsor of a level 1: ${rate} of what the level 1 earned with this order.`;
  }
}

type Share = Pick<AccruedEntry, "kind" | "rateBps" | "sellerLevel" | "beneficiaryLevel">;

function explainAccrual(entry: CommissionEntryRow, kind: CommissionKind): EntryExplanation {
  const exact = { numerator: entry.value * entry.rateBps, denominator: 10_000 };
  const uncapped = entry.cappedBy === null ? null : entry.amount + entry.cappedBy;
  return {
    ...entry,
    rule: ruleOf({ ...entry, kind }),
    exact,
    rounding: roundingOf(uncapped ?? entry.amount, exact),
    uncapped,
    reverses: null,
  };
}

/** A refund takes back a share of the original in all, a reassignment all of it; less what is back already. */
function explainReversal(
  entry: CommissionEntryRow,
  earlier: readonly CommissionEntryRow[],
  goods: number,
): EntryExplanation {
  const original = earlier.findLast(
    (other) => isReversal(entry, other.kind) && other.beneficiaryId === entry.beneficiaryId,
  );
  if (!original) throw new Error(`entry ${entry.position}.${entry.entryNo} reverses nothing`);
  const reversedBefore = reversedSince(earlier, original, entry);
  const { position, entryNo, amount } = original;
  const share =
    entry.refundedGoods === null
      ? { numerator: 1, denominator: 1 }
      : { numerator: entry.refundedGoods, denominator: goods };
  const exact = {
    numerator: reversedBefore * share.denominator - amount * share.numerator,
    denominator: share.denominator,
  };
  return {
    ...entry,
    rule:
      entry.refundedGoods === null
        ? "The order has another seller: what is left of the entry is taken back."
        : "Refund: the refunded share of the entry is to be taken back in all, less what is already.",
    exact,
    rounding: roundingOf(entry.amount, exact),
    uncapped: null,
    reverses: { position, entryNo, amount, share, reversedBefore },
  };
}

/** How much of an entry the reversals after it had taken back. */
function reversedSince(
  earlier: readonly CommissionEntryRow[],
  original: CommissionEntryRow,
  { kind, beneficiaryId }: CommissionEntryRow,
): number {
  return earlier
    .slice(earlier.indexOf(original) + 1)
    .filter((other) => other.kind === kind && other.beneficiaryId === beneficiaryId)
    .reduce((sum, { amount }) => sum - amount, 0);
}

function isReversal({ kind }: CommissionEntryRow, original: CommissionEntryRow["kind"]): boolean {
  return kind === `reversal-of-${original}`;
}

function roundingOf(amount: number, { numerator, denominator }: Fraction): number {
  return amount * denominator - numerator;
}

/** 1250 basis points are "12.5 %". */
function percentOf(bps: number): string {
  const hundredths = String(bps % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.trunc(bps / 100)}${hundredths && `.${hundredths}`} %`;
}
