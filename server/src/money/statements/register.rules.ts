import type { CommissionRegister, RegisterSort } from "@portal/shared/money/statements.ts";

/**
 * What a member's commission of a month consists of (docs/domain.md, "Wallet"); minor units. `opening` and `closing` are the
 * balances of the statement. `reversed` is zero or negative; `converted` to store credit and `paid` by bank leave the balance.
 */
export type RegisterFigures = Readonly<{
  opening: number;
  own: number;
  upline: number;
  stockist: number;
  leader: number;
  reversed: number;
  converted: number;
  paid: number;
  closing: number;
}>;

/** `name` is null once the member was erased. */
export type RegisterRow = RegisterFigures & Readonly<{ memberId: number; name: string | null }>;

/** What the month brought before anything was taken back. */
export function earnedOf({ own, upline, stockist, leader }: RegisterFigures): number {
  return own + upline + stockist + leader;
}

export function registerSumsOf(rows: readonly RegisterFigures[]): RegisterFigures {
  const sumOf = (figure: keyof RegisterFigures) =>
    rows.reduce((sum, { [figure]: amount }) => sum + amount, 0);
  return {
    opening: sumOf("opening"),
    own: sumOf("own"),
    upline: sumOf("upline"),
    stockist: sumOf("stockist"),
    leader: sumOf("leader"),
    reversed: sumOf("reversed"),
    converted: sumOf("converted"),
    paid: sumOf("paid"),
    closing: sumOf("closing"),
  };
}

/** A page of the members found by name or number, and the sums of all that were found. */
export function registerPageOf(
  rows: readonly RegisterRow[],
  { search = "", sort, page, pageSize }: Omit<CommissionRegister, "month">,
) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({ memberId, name }) =>
    words.every((word) => word === String(memberId) || (name ?? "").toLowerCase().includes(word)),
  );
  const turn = sort.direction === "asc" ? 1 : -1;
  const sorted = found.toSorted(
    (one, other) => turn * compare[sort.by](one, other) || one.memberId - other.memberId,
  );
  const first = (page - 1) * pageSize;
  return {
    rows: sorted.slice(first, first + pageSize),
    total: found.length,
    sums: registerSumsOf(found),
  };
}

type Compare = (one: RegisterRow, other: RegisterRow) => number;

/** Erased members come last by name. */
const compare: Readonly<Record<RegisterSort, Compare>> = {
  name: ({ name: one }, { name: other }) =>
    Number(one === null) - Number(other === null) || (one ?? "").localeCompare(other ?? ""),
  opening: (one, other) => one.opening - other.opening,
  earned: (one, other) => earnedOf(one) - earnedOf(other),
  closing: (one, other) => one.closing - other.closing,
};
