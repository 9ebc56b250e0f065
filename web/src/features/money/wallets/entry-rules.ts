import {
  formatMoney,
  type Currency,
  proportionOf,
  shareOf,
} from "@portal/shared/platform/money.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import type { Fact } from "../../../ui/facts.tsx";

export type WalletEntry = ApiOutputs["wallet"]["entries"]["rows"][number];

const reversalPrefix = "reversal-of-";
const bpsOfAWhole = 10_000n;

function isReversal(entry: WalletEntry): boolean {
  return entry.kind.startsWith(reversalPrefix);
}

const ownKindWords = {
  own: "Own sale",
  upline: "Team sale",
  stockist: "Stockist’s order",
  leader: "Leader bonus",
} as const;

/** What kind of commission this is, in two words, as a list shows it to whoever earned it. */
export function kindWords(kind: WalletEntry["kind"]): string {
  return asReversal(kind, ownKindWords[originalKind(kind)]);
}

function asReversal(kind: WalletEntry["kind"], words: string): string {
  return kind.startsWith(reversalPrefix) ? `${words}, reversed` : words;
}

export function levelWords(level: WalletEntry["sellerLevel"]): string {
  return level === 4 ? "Stockist" : `Level ${level}`;
}

/** The same of several: a heading of totals. */
export function levelsWords(level: WalletEntry["sellerLevel"]): string {
  return level === 4 ? "Stockists" : `Level ${level}`;
}

/** "15%", "12.5%": basis points as a person reads them. */
export function percentWords(bps: number): string {
  const digits = String(bps).padStart(3, "0");
  const part = digits.slice(-2).replace(/0+$/, "");
  return `${digits.slice(0, -2)}${part ? `.${part}` : ""}%`;
}

/** The rule that made this entry, as one says it to somebody who asks why. */
export function ruleWords(entry: WalletEntry): string {
  const rate = percentWords(entry.rateBps);
  const seller = entry.sellerName ?? `member ${entry.sellerId}`;
  const rule = {
    own: `Your own sale. As a level ${entry.beneficiaryLevel} you earn ${rate} of its value.`,
    upline: `${seller}, a level ${entry.sellerLevel} in your team, made this sale. A level ${entry.beneficiaryLevel} earns ${rate} on sales by a level ${entry.sellerLevel} in their team.`,
    stockist: `${seller} is your stockist. You earn the agreed ${rate} on their orders.`,
    leader: `A level 1 you sponsor earned commission on this order. You get a leader bonus of ${rate} of that amount. It does not reduce their commission.`,
  }[originalKind(entry.kind)];
  const words = `${rule}${limitWords(entry)}`;
  return isReversal(entry) ? `${reversalWords(entry)} Original commission: ${words}` : words;
}

/** Why the amount is less than the rate makes of the value. */
function limitWords({ cappedBy, currency }: WalletEntry): string {
  if (cappedBy === null) return "";
  return ` All commission on one order is limited to what was paid for its goods, excl. VAT, so it is ${formatMoney(cappedBy, currency)} less.`;
}

/** All that is needed to calculate the amount again, to the cent. */
export function entryFacts(entry: WalletEntry): Fact[] {
  const money = (minor: number) => formatMoney(minor, entry.currency);
  const whole = shareOf(entry.value, entry.rateBps);
  const first = whole - (entry.cappedBy ?? 0);
  return [
    { name: "Order", value: String(entry.orderNumber) },
    { name: "Sold by", value: entry.sellerName ?? `Member ${entry.sellerId}` },
    { name: "Seller’s level", value: levelWords(entry.sellerLevel) },
    {
      name:
        originalKind(entry.kind) === "leader"
          ? "Commission of the level 1"
          : "Value (excl. VAT and delivery)",
      value: money(entry.value),
    },
    { name: "Rate", value: percentWords(entry.rateBps) },
    { name: "Calculation", value: exactProduct(entry.value, entry.rateBps, entry.currency) },
    { name: "Rounded to", value: money(whole) },
    ...(entry.cappedBy === null
      ? []
      : [{ name: "Limited to what was paid for the goods", value: money(first) }]),
    ...takenBackFacts(entry, first),
    { name: "Amount", value: money(entry.amount), isSum: true },
  ];
}

/** Where the amount stands in the ledger, and which plan was in force there. */
export function ledgerFacts(entry: WalletEntry): Fact[] {
  return [
    { name: "Ledger position", value: `${entry.position}, entry ${entry.entryNo}` },
    {
      name: "Commission plan",
      value:
        entry.planPosition === 0
          ? "The original plan"
          : `The plan at ledger position ${entry.planPosition}`,
    },
    { name: "Order ID", value: entry.orderId },
  ];
}

/** The product before rounding, with every digit that it has: "R1 130.44 × 15% = R169.566". */
export function exactProduct(value: number, rateBps: number, currency: Currency): string {
  const product = BigInt(value) * BigInt(rateBps);
  const minor = Number(product / bpsOfAWhole);
  const rest = String(product % bpsOfAWhole)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${formatMoney(value, currency)} × ${percentWords(rateBps)} = ${formatMoney(minor, currency)}${rest}`;
}

function takenBackFacts(entry: WalletEntry, first: number): Fact[] {
  if (!isReversal(entry)) return [];
  const money = (minor: number) => formatMoney(minor, entry.currency);
  if (entry.refundedGoods === null)
    return [{ name: "Reversed", value: "The rest, because the order was reassigned" }];
  const inAll =
    entry.orderGoods === 0 ? 0 : proportionOf(first, entry.refundedGoods, entry.orderGoods);
  return [
    {
      name: "Goods refunded so far",
      value: `${money(entry.refundedGoods)} of ${money(entry.orderGoods)}`,
    },
    { name: "Total to reverse", value: money(inAll) },
    { name: "Already reversed", value: money(inAll + entry.amount) },
  ];
}

function reversalWords(entry: WalletEntry): string {
  return entry.refundedGoods === null
    ? "This order was reassigned to another seller, so the commission was reversed."
    : "Goods on this order were refunded, so the same share of the commission was reversed.";
}

type OriginalKind = "own" | "upline" | "stockist" | "leader";

function originalKind(kind: WalletEntry["kind"]): OriginalKind {
  switch (kind) {
    case "own":
    case "reversal-of-own":
      return "own";
    case "upline":
    case "reversal-of-upline":
      return "upline";
    case "stockist":
    case "reversal-of-stockist":
      return "stockist";
    case "leader":
    case "reversal-of-leader":
      return "leader";
  }
}
