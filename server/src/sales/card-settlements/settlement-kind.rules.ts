import type { CardProvider } from "@portal/shared/sales/card-match.ts";

/**
 * `refund`: money back to a card, which the shop refunded or a buyer's bank took. `fee`: what the provider charges apart from
 * payments. `unknown`: somebody has to say what it is.
 */
export type SettlementKind = "payment" | "refund" | "payout" | "fee" | "unknown";

/**
 * Stripe's reporting categories, which no name of PayFast's equals. A dispute takes money back as a refund does. Anything
 * else, such as a refund that failed or a dispute that was won, is unknown: somebody has to look at it.
 */
const stripeKinds: ReadonlyMap<string, Readonly<{ kind: SettlementKind; sign: 1 | -1 }>> = new Map([
  ["charge", { kind: "payment", sign: 1 }],
  ["payment", { kind: "payment", sign: 1 }],
  ["refund", { kind: "refund", sign: -1 }],
  ["payment_refund", { kind: "refund", sign: -1 }],
  ["dispute", { kind: "refund", sign: -1 }],
  ["fee", { kind: "fee", sign: -1 }],
  ["network_cost", { kind: "fee", sign: -1 }],
  ["payout", { kind: "payout", sign: -1 }],
]);

/** Whose settlement some lines are: PayFast's have no ids. */
export function providerOf(
  lines: readonly Readonly<{ type: string; transactionId: string | null }>[],
): CardProvider {
  const isOfStripe = lines.some(
    ({ type, transactionId }) => transactionId !== null || stripeKinds.has(type),
  );
  return isOfStripe ? "stripe" : "payfast";
}

/** Whether the provider says of each such line which payout contained it. */
export function isToldWithItsPayout(type: string): boolean {
  return stripeKinds.has(type);
}

/** The name that the provider gives a line, the same in either dialect of PayFast (`Funds Received (Reversal)`). */
export function settlementTypeName(type: string): string {
  if (stripeKinds.has(type)) return type;
  return type
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

/**
 * What a line is, by its name and by which way the money went. A name that contradicts the amount is unknown.
 *
 * @param gross minor units, negative where money left
 */
export function settlementKindOf(type: string, gross: number): SettlementKind {
  const ofStripe = stripeKinds.get(type);
  if (ofStripe) return Math.sign(gross) === ofStripe.sign ? ofStripe.kind : "unknown";
  const name = settlementTypeName(type);
  if (/(^|_)FEES?(_|$)/.test(name)) return "unknown";
  if (/REVERSAL|REVERSED|REFUND|CHARGEBACK|DISPUTE/.test(name))
    return gross < 0 ? "refund" : "unknown";
  if (/PAYOUT|WITHDRAW/.test(name)) return gross < 0 ? "payout" : "unknown";
  const isPayment = name === "" || /RECEIVED|PAYMENT/.test(name);
  return isPayment && gross > 0 ? "payment" : "unknown";
}
