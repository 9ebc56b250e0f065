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
  upline: "Sale below you",
  stockist: "Stockist’s order",
  leader: "Leader bonus",
} as const;

/** What kind of commission this is, in two words, as a list shows it to whoever earned it. */
export function kindWords(kind: WalletEntry["kind"]): string {
  return asReversal(kind, ownKindWords[originalKind(kind)]);
}

/** The same for the office. */
export function kindWordsOfSomebody(kind: WalletEntry["kind"]): string {
  const words = { ...ownKindWords, upline: "Sale of somebody below" };
  return asReversal(kind, words[originalKind(kind)]);
}

function asReversal(kind: WalletEntry["kind"], words: string): string {
  return kind.startsWith(reversalPrefix) ? `Taken back: ${words.toLowerCase()}` : words;
}

export function levelWords(level: WalletEntry["sellerLevel"]): string {
  return level === 4 ? "Stockist" : `Level ${level}`;
}

/** The same of several: a heading of totals. */
export function levelsWords(level: WalletEntry["sellerLevel"]): string {
  return level === 4 ? "Stockists" : `Level ${level}`;
}

/** "15 %", "12.5 %", never broken before the sign: basis points as a person reads them. */
export function percentWords(bps: number): string {
  const digits = String(bps).padStart(3, "0");
  const part = digits.slice(-2).replace(/0+$/, "");
  return `${digits.slice(0, -2)}${part ? `.${part}` : ""}\u00a0%`;
}

/** The rule that made this entry, as one says it to somebody who asks why. */
export function ruleWords(entry: WalletEntry): string {
  const rate = percentWords(entry.rateBps);
  const seller = entry.sellerName ?? `member ${entry.sellerId}`;
  const rule = {
    own: `This sale is your own. As a level ${entry.beneficiaryLevel} you earn ${rate} of its value.`,
    upline: `${seller}, a level ${entry.sellerLevel} below you, made this sale. The level ${entry.beneficiaryLevel} above a level ${entry.sellerLevel} earns ${rate} of its value.`,
    stockist: `${seller} is a stockist of yours. Of a stockist’s order you earn the percentage agreed for that stockist, ${rate}.`,
    leader: `A level 1 that you sponsor earned commission on this order. You get a leader bonus of ${rate} of what they earned, paid on top of it.`,
  }[originalKind(entry.kind)];
  const words = `${rule}${limitWords(entry)}`;
  return isReversal(entry) ? `${reversalWords(entry)} The commission was: ${words}` : words;
}

/** Why the amount is less than the rate makes of the value. */
function limitWords({ cappedBy, currency }: WalletEntry): string {
  if (cappedBy === null) return "";
  return ` All commission on one order together is limited to what was paid for its goods, without VAT, so ${formatMoney(cappedBy, currency)} was taken off.`;
}

/** All that is needed to reckon the amount again, to the cent. */
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
          ? "What the level 1 earned"
          : "Value, without VAT and delivery",
      value: money(entry.value),
    },
    { name: "Rate", value: percentWords(entry.rateBps) },
    { name: "Reckoned", value: exactProduct(entry.value, entry.rateBps, entry.currency) },
    { name: "Rounded to the cent", value: money(whole) },
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
          ? "The plan that the shop started with"
          : `The plan at ledger position ${entry.planPosition}`,
    },
    { name: "Order id", value: entry.orderId },
  ];
}

/** The product before rounding, with every digit that it has: "R1 130.44 × 15 % = R169.566". */
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
    return [{ name: "Taken back", value: "What was left of it, as the order changed its seller" }];
  const inAll =
    entry.orderGoods === 0 ? 0 : proportionOf(first, entry.refundedGoods, entry.orderGoods);
  return [
    {
      name: "Goods refunded by then",
      value: `${money(entry.refundedGoods)} of ${money(entry.orderGoods)}`,
    },
    { name: "To be taken back in all", value: money(inAll) },
    { name: "Taken back before", value: money(inAll + entry.amount) },
  ];
}

function reversalWords(entry: WalletEntry): string {
  return entry.refundedGoods === null
    ? "The office gave this order to another seller, so its commission was taken back."
    : "Goods of this order were refunded, so the same share of its commission was taken back.";
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
