import {
  formatMoney,
  type Currency,
  proportionOf,
  shareOf,
} from "@portal/shared/platform/money.ts";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import type { Fact } from "../../../ui/facts.tsx";
import { levelWords } from "../../people/users/role-words.ts";

export type WalletEntry = ApiOutputs["wallet"]["entries"]["rows"][number];

const bpsOfAWhole = 10_000n;

type Kind = WalletEntry["kind"];

const originalKinds = {
  own: "own",
  upline: "upline",
  stockist: "stockist",
  leader: "leader",
  "reversal-of-own": "own",
  "reversal-of-upline": "upline",
  "reversal-of-stockist": "stockist",
  "reversal-of-leader": "leader",
} as const satisfies Readonly<Record<Kind, string>>;

function isReversal(kind: Kind): boolean {
  return kind !== originalKinds[kind];
}

const kindNames = {
  own: "Own sale",
  upline: "Team sale",
  stockist: "Stockist’s order",
  leader: "Leader bonus",
} as const;

/** The kind of commission, in the short form of a list. */
export function kindWords(kind: Kind): string {
  const name = kindNames[originalKinds[kind]];
  return isReversal(kind) ? `${name}, reversed` : name;
}

/** The plural, for the heading of a total. */
export function levelsWords(level: WalletEntry["sellerLevel"]): string {
  return level === 4 ? "Stockists" : levelWords(level);
}

/** The rule behind an entry, as an explanation to its beneficiary. */
export function ruleWords(entry: WalletEntry, priceTax: string): string {
  const rate = percentWords(entry.rateBps);
  const seller = entry.sellerName ?? `member ${entry.sellerId}`;
  const rule = {
    own: `Your own sale. As a level ${entry.beneficiaryLevel} you earn ${rate} of its value.`,
    upline: `${seller}, a level ${entry.sellerLevel} in your team, made this sale. A level ${entry.beneficiaryLevel} earns ${rate} on sales by a level ${entry.sellerLevel} in their team.`,
    stockist: `${seller} is your stockist. You earn the agreed ${rate} on their orders.`,
    leader: `A level 1 you sponsor earned commission on this order. You get a leader bonus of ${rate} of that amount. It does not reduce their commission.`,
  }[originalKinds[entry.kind]];
  const words = `${rule}${limitWords(entry, priceTax)}`;
  return isReversal(entry.kind) ? `${reversalWords(entry)} Original commission: ${words}` : words;
}

/** Why the amount is less than rate × value. */
function limitWords({ cappedBy, currency }: WalletEntry, priceTax: string): string {
  if (cappedBy === null) return "";
  return ` All commission on one order is limited to what was paid for its goods, excl. ${priceTax}, so it is ${formatMoney(cappedBy, currency)} less.`;
}

/** Everything needed to recalculate the amount to the cent. */
export function entryFacts(entry: WalletEntry, priceTax: string): Fact[] {
  const money = (minor: number) => formatMoney(minor, entry.currency);
  const whole = shareOf(entry.value, entry.rateBps);
  const first = whole - (entry.cappedBy ?? 0);
  return [
    { name: "Order", value: String(entry.orderNumber) },
    { name: "Sold by", value: entry.sellerName ?? `Member ${entry.sellerId}` },
    { name: "Seller’s level", value: levelWords(entry.sellerLevel) },
    {
      name:
        originalKinds[entry.kind] === "leader"
          ? "Commission of the level 1"
          : `Value (excl. ${priceTax} and delivery)`,
      value: money(entry.value),
    },
    { name: "Rate", value: percentWords(entry.rateBps) },
    { name: "Calculation", value: exactProduct(entry.value, entry.rateBps, entry.currency) },
    { name: "Rounded to", value: money(whole) },
    ...(entry.cappedBy === null
      ? []
      : [{ name: "Limited to what was paid for the goods", value: money(first) }]),
    ...reversalFacts(entry, first),
    { name: "Amount", value: money(entry.amount), isSum: true },
  ];
}

/** Where the entry is in the ledger, and which plan was in force there. */
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

/** The product before rounding, with all its digits: "R1 130.44 × 15% = R169.566". */
export function exactProduct(value: number, rateBps: number, currency: Currency): string {
  const product = BigInt(value) * BigInt(rateBps);
  const minor = Number(product / bpsOfAWhole);
  const rest = String(product % bpsOfAWhole)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${formatMoney(value, currency)} × ${percentWords(rateBps)} = ${formatMoney(minor, currency)}${rest}`;
}

function reversalFacts(entry: WalletEntry, first: number): Fact[] {
  if (!isReversal(entry.kind)) return [];
  const money = (minor: number) => formatMoney(minor, entry.currency);
  if (entry.refundedGoods === null)
    return [{ name: "Reversed", value: "The rest, because the order was reassigned" }];
  const total =
    entry.orderGoods === 0 ? 0 : proportionOf(first, entry.refundedGoods, entry.orderGoods);
  return [
    {
      name: "Goods refunded so far",
      value: `${money(entry.refundedGoods)} of ${money(entry.orderGoods)}`,
    },
    { name: "Total to reverse", value: money(total) },
    { name: "Already reversed", value: money(total + entry.amount) },
  ];
}

function reversalWords(entry: WalletEntry): string {
  return entry.refundedGoods === null
    ? "This order was reassigned to another seller, so the commission was reversed."
    : "Goods on this order were refunded, so the same share of the commission was reversed.";
}
