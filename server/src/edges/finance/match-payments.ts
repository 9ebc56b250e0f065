import type { OutsideLine } from "./outside-statement.ts";

/** A payment as the ledger has it. */
export type BookedPayment = Readonly<{
  orderNumber: number;
  paymentId: string;
  amount: number;
  fee: number;
  /** The day in the region's time zone. */
  day: string;
}>;

/** An outside statement beside the ledger. Amounts are minor units. */
export type Matching = Readonly<{
  matched: number;
  /** The same payment with another amount or fee. */
  different: readonly Readonly<{
    line: number;
    orderNumber: number;
    field: "amount" | "fee";
    statement: number;
    ledger: number;
  }>[];
  missingInLedger: readonly Readonly<{
    line: number;
    orderNumber: number | null;
    paymentId: string | null;
    amount: number;
  }>[];
  missingInStatement: readonly Readonly<{
    orderNumber: number;
    paymentId: string;
    amount: number;
    day: string;
  }>[];
  /** Lines that name no order: somebody else's money, or a mistyped reference. */
  unreferenced: readonly Readonly<{ line: number; amount: number }>[];
}>;

/**
 * A line belongs to the payment with the provider's number, else to one of the same order and amount,
 * else to one of the same order. Nothing is matched twice, and nothing is booked.
 */
export function matchPayments(
  lines: readonly OutsideLine[],
  payments: readonly BookedPayment[],
): Matching {
  const open = new Set(payments);
  const pairs = new Map<OutsideLine, BookedPayment>();
  const pair = (fits: (line: OutsideLine, payment: BookedPayment) => boolean): void => {
    for (const line of lines) {
      if (pairs.has(line)) continue;
      const payment = [...candidatesOf(line)].find((each) => open.has(each) && fits(line, each));
      if (!payment) continue;
      pairs.set(line, payment);
      open.delete(payment);
    }
  };
  const byOrder = Map.groupBy(payments, ({ orderNumber }) => orderNumber);
  const byId = Map.groupBy(payments, ({ paymentId }) => paymentId);
  const candidatesOf = ({ orderNumber, paymentId }: OutsideLine): readonly BookedPayment[] =>
    paymentId === null ? (byOrder.get(orderNumber ?? 0) ?? []) : (byId.get(paymentId) ?? []);

  pair((line, payment) => line.amount === payment.amount);
  pair(() => true);
  return resultOf(lines, pairs, [...open]);
}

function resultOf(
  lines: readonly OutsideLine[],
  pairs: ReadonlyMap<OutsideLine, BookedPayment>,
  open: readonly BookedPayment[],
): Matching {
  const different = [...pairs].flatMap(([line, payment]) => differencesOf(line, payment));
  const unequal = new Set(different.map(({ line }) => line));
  const unpaired = lines.filter((line) => !pairs.has(line));
  return {
    matched: pairs.size - unequal.size,
    different,
    missingInLedger: unpaired.filter(isNamed).map(({ line, orderNumber, paymentId, amount }) => ({
      line,
      orderNumber,
      paymentId,
      amount,
    })),
    missingInStatement: withinDays(open, lines).map(({ orderNumber, paymentId, amount, day }) => ({
      orderNumber,
      paymentId,
      amount,
      day,
    })),
    unreferenced: unpaired
      .filter((line) => !isNamed(line))
      .map(({ line, amount }) => ({ line, amount })),
  };
}

function isNamed({ orderNumber, paymentId }: OutsideLine): boolean {
  return orderNumber !== null || paymentId !== null;
}

function differencesOf(
  { line, amount, fee }: OutsideLine,
  payment: BookedPayment,
): Matching["different"][number][] {
  const { orderNumber } = payment;
  const differences: Matching["different"][number][] = [];
  if (amount !== payment.amount)
    differences.push({
      line,
      orderNumber,
      field: "amount",
      statement: amount,
      ledger: payment.amount,
    });
  if (fee !== null && fee !== payment.fee)
    differences.push({ line, orderNumber, field: "fee", statement: fee, ledger: payment.fee });
  return differences;
}

/** A statement answers for its own days only; one without dates answers for none. */
function withinDays(
  payments: readonly BookedPayment[],
  lines: readonly OutsideLine[],
): readonly BookedPayment[] {
  const days = lines.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return payments.filter(({ day }) => day >= first && day <= last);
}
