import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { ProposalKind } from "@portal/shared/sales/bank-lines.ts";

/** An order that a transfer may pay. `outstanding`: minor units, 0 for a paid one. `placedOn`: in the shop's time zone. */
export type OpenOrder = Readonly<{ orderNumber: number; outstanding: number; placedOn: string }>;
export type MatchableLine = Readonly<{
  id: number;
  amount: number;
  description: string;
  /** The day on the bank statement. */
  day: string;
  /** The stored transaction whose money it may be, as another file writes it. */
  repeats: number | null;
  /** What a second admin is asked to confirm. */
  waitsFor: readonly OrderUse[] | null;
}>;
export type OrderUse = Readonly<{ orderNumber: number; amount: number }>;
export type Proposal = Readonly<{
  kind: ProposalKind;
  uses: readonly OrderUse[];
  /** The line's amount less what is outstanding: negative where the line is too small. */
  difference: number;
  /** The other lines that pay the same order, for a `split`. */
  together: readonly number[];
}>;

/** Banks deduct small charges; a larger shortfall is a part payment. Minor units. */
const shortByMax = 1_000;
const none: Proposal = { kind: "none", uses: [], difference: 0, together: [] };

/** Which orders each incoming line probably pays, for a person to confirm. A line that fits two orders gets no proposal. */
export function proposeUses(
  lines: readonly MatchableLine[],
  orders: readonly OpenOrder[],
): ReadonlyMap<number, Proposal> {
  const known = new Map(orders.map((order) => [order.orderNumber, order]));
  const open = orders.filter(({ outstanding }) => outstanding > 0);
  const named = new Map(lines.map((line) => [line.id, orderNumbersIn(line.description)]));
  const halves = linesOfOneOrder(
    lines.filter(({ repeats, waitsFor }) => !repeats && !waitsFor),
    named,
    known,
  );
  const proposals = lines.map((line) => {
    const best = halves.get(line.id) ?? bestUse(line, named.get(line.id) ?? [], { known, open });
    return [line, withDoubt(line, best)] as const;
  });
  return onceInFull(proposals);
}

function withDoubt({ repeats, waitsFor }: MatchableLine, best: Proposal): Proposal {
  if (waitsFor) return { ...none, kind: "waiting", uses: waitsFor };
  return repeats && best.kind !== "paid" ? { ...best, kind: "repeat" } : best;
}

/** Of several that pay one order in full only the first is sure; one that waits for a second admin comes before all. */
function onceInFull(
  proposals: readonly (readonly [MatchableLine, Proposal])[],
): ReadonlyMap<number, Proposal> {
  const paid = new Set(
    proposals.flatMap(([, { kind, uses }]) =>
      kind === "waiting" ? uses.map(({ orderNumber }) => orderNumber) : [],
    ),
  );
  const oldestFirst = proposals.toSorted(([one], [other]) => one.id - other.id);
  return new Map(
    oldestFirst.map(([{ id }, proposal]) => {
      if (proposal.kind !== "exact") return [id, proposal];
      const isAgain = proposal.uses.some(({ orderNumber }) => paid.has(orderNumber));
      for (const { orderNumber } of proposal.uses) paid.add(orderNumber);
      return [id, isAgain ? { ...proposal, kind: "repeat" } : proposal];
    }),
  );
}

function bestUse(
  line: MatchableLine,
  numbers: readonly number[],
  orders: Readonly<{ known: ReadonlyMap<number, OpenOrder>; open: readonly OpenOrder[] }>,
): Proposal {
  const named = byReferences(line, numbers, orders.known);
  // Money for an order that is paid is more often the same money once more than a slip of another order's number.
  if (named) return named.kind === "paid" ? named : unlessEarly(line, named, orders.known);
  // Who mistypes a number, or gives none, has an order by then.
  const open = orders.open.filter(({ placedOn }) => placedOn <= line.day);
  return bySlip(line, open) ?? byAmount(line, open) ?? none;
}

/** A transfer that is older than its order may be a prepayment or another order's: a person decides, never "match all". */
function unlessEarly(
  line: MatchableLine,
  proposal: Proposal,
  known: ReadonlyMap<number, OpenOrder>,
): Proposal {
  const isEarly = proposal.uses.some(
    ({ orderNumber }) => line.day < (known.get(orderNumber)?.placedOn ?? ""),
  );
  return isEarly ? { ...proposal, kind: "early" } : proposal;
}

/** Two or more lines that name the same order and together are exactly what is outstanding. */
function linesOfOneOrder(
  lines: readonly MatchableLine[],
  named: ReadonlyMap<number, number[]>,
  known: ReadonlyMap<number, OpenOrder>,
): ReadonlyMap<number, Proposal> {
  const found = new Map<number, Proposal>();
  const single = lines.filter(({ id }) => named.get(id)?.length === 1);
  for (const [orderNumber, group] of Map.groupBy(single, ({ id }) => named.get(id)?.[0] ?? 0)) {
    const outstanding = known.get(orderNumber)?.outstanding ?? 0;
    const sum = group.reduce((total, { amount }) => total + amount, 0);
    const placedOn = known.get(orderNumber)?.placedOn ?? "";
    if (group.some(({ day }) => day < placedOn)) continue;
    if (group.length < 2 || outstanding === 0 || sum !== outstanding) continue;
    for (const { id, amount } of group) {
      const together = group.map((line) => line.id).filter((other) => other !== id);
      found.set(id, { kind: "split", uses: [{ orderNumber, amount }], difference: 0, together });
    }
  }
  return found;
}

function byReferences(
  line: MatchableLine,
  numbers: readonly number[],
  known: ReadonlyMap<number, OpenOrder>,
): Proposal | null {
  const orders = numbers.flatMap((number) => known.get(number) ?? []);
  const [order, ...others] = orders;
  if (!order) return null;
  if (others.length > 0) return bySeveral(line, orders);
  const uses = [{ orderNumber: order.orderNumber, amount: line.amount }];
  const difference = line.amount - order.outstanding;
  return { kind: kindOf(line.amount, order.outstanding), uses, difference, together: [] };
}

/** One transfer that names several orders has to be exactly what is outstanding on all of them. */
function bySeveral(line: MatchableLine, orders: readonly OpenOrder[]): Proposal | null {
  const open = orders.filter(({ outstanding }) => outstanding > 0);
  const sum = open.reduce((total, { outstanding }) => total + outstanding, 0);
  if (open.length === 0 || sum !== line.amount) return null;
  const uses = open.map(({ orderNumber, outstanding }) => ({ orderNumber, amount: outstanding }));
  return { kind: open.length === 1 ? "exact" : "split", uses, difference: 0, together: [] };
}

function kindOf(amount: number, outstanding: number): ProposalKind {
  if (outstanding === 0) return "paid";
  if (amount === outstanding) return "exact";
  if (amount > outstanding) return "over";
  return outstanding - amount <= shortByMax ? "short" : "part";
}

/** Letters that people and optical character recognition confuse with digits. */
const lookalikes: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", S: "5", B: "8" };

/**
 * A reference with one typing error (a letter for a digit, a wrong, missing, extra or swapped digit, a missing prefix)
 * counts where exactly one open order is one error away and has exactly this amount outstanding.
 */
function bySlip(line: MatchableLine, open: readonly OpenOrder[]): Proposal | null {
  const candidates = open.filter(({ outstanding }) => outstanding === line.amount);
  const words = numberLikeWords(line.description);
  const fitting = candidates.filter(({ orderNumber }) =>
    words.some((word) => isOneSlipAway(word, String(orderNumber))),
  );
  const [order, ...others] = fitting;
  if (!order || others.length > 0) return null;
  const uses = [{ orderNumber: order.orderNumber, amount: line.amount }];
  return { kind: "mistyped", uses, difference: 0, together: [] };
}

const [first = "", second = ""] = eftPrefix;
const spacedPrefix = new RegExp(`\\b${first}[\\s-]*${second}(?=[\\s#:.-]*[\\dOILSB])`, "g");
const slippedPrefix = new RegExp(
  `^(${first}${second}|${second}${first}|${first}|${second})(?=.*\\d)`,
);

function numberLikeWords(description: string): string[] {
  return description
    .toUpperCase()
    .replaceAll(spacedPrefix, " ")
    .split(/[^A-Z\d]+/)
    .map((word) => word.replace(slippedPrefix, ""))
    .filter((word) => /\d/.test(word))
    .map((word) => word.replaceAll(/[OILSB]/g, (letter) => lookalikes[letter] ?? letter))
    .filter((word) => /^\d+$/.test(word));
}

/** Equal, or one digit changed, added, missing, or swapped with its neighbour. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  if (Math.abs(typed.length - meant.length) > 1 || meant.length < 3) return false;
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [typedRest, meantRest] = [typed.slice(same), meant.slice(same)];
  if (typedRest.length > meantRest.length) return typedRest.slice(1) === meantRest;
  if (typedRest.length < meantRest.length) return typedRest === meantRest.slice(1);
  const isSwap =
    typedRest[0] === meantRest[1] &&
    typedRest[1] === meantRest[0] &&
    typedRest.slice(2) === meantRest.slice(2);
  return isSwap || typedRest.slice(1) === meantRest.slice(1);
}

/** By the amount alone, where exactly one open order has it outstanding. */
function byAmount(line: MatchableLine, open: readonly OpenOrder[]): Proposal | null {
  const [order, ...others] = open.filter(({ outstanding }) => outstanding === line.amount);
  if (!order || others.length > 0) return null;
  const uses = [{ orderNumber: order.orderNumber, amount: line.amount }];
  return { kind: "amount", uses, difference: 0, together: [] };
}
