import { percentWords } from "@portal/shared/network/commission-words.ts";
import { eftPrefix, lookbackDays } from "@portal/shared/platform/constants.ts";
import { officeRoleOf } from "@portal/shared/platform/proposals.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { formatDay } from "../../../ui/days.tsx";
import type { Fact } from "../../../ui/facts.tsx";
import { changesBetween } from "../../network/commissions/rates.ts";

const wholeBps = 10_000;

export type ListedProposal = ApiOutputs["proposals"]["list"]["decided"][number];

type Change = ListedProposal["change"];
export type Kind = Change["kind"];
export type Changes = { [Of in Kind]: Extract<Change, { kind: Of }> };

/** What a change is said with besides its own data. */
export type Said = Readonly<{
  money: (minor: number) => string;
  /** Whom it is about; of a seller none where the order loses its one. */
  person: string;
  personName: string | null;
  order: string;
  payees: ListedProposal["payees"];
}>;

/** What is decided, in a few words, and all details of it. */
type Words<Of extends Kind> = Readonly<{
  title: (change: Changes[Of], said: Said) => string;
  /** Left out where the title says all. */
  facts?: (change: Changes[Of], said: Said) => Fact[];
}>;

export const wordsOfKinds: { readonly [Of in Kind]: Words<Of> } = {
  limit: {
    title: ({ data }, { money }) =>
      data.above === null
        ? "No limit above which money needs two admins"
        : `Money above ${money(data.above)} needs two admins`,
    facts: ({ data }, { money }) => [
      { name: "Region", value: data.region.toUpperCase() },
      { name: "Limit now", value: limitInWords(data.before, money) },
      { name: "New limit", value: limitInWords(data.above, money) },
    ],
  },
  bank: {
    title: () => "New bank account of the shop",
    facts: ({ data }) => [
      ...accountFacts("New", data),
      ...(data.before === null ? [] : accountFacts("Present", data.before)),
    ],
  },
  "bank-account": {
    title: () => "Statements of another bank account",
    facts: ({ data }) => [
      { name: "Account", value: data.account || "Files that name no account" },
      { name: "Confirm if", value: "The account belongs to the shop" },
      { name: "From then on", value: "Its transactions pay orders and prove payouts" },
    ],
  },
  contact: {
    title: () => "New contact email address of the shop",
    facts: ({ data }) => [
      { name: "New address", value: data.contactEmail || "None" },
      { name: "Present address", value: data.before || "None" },
    ],
  },
  deactivate: {
    title: ({ data }, { person }) => `${person} is no longer ${roleIn(data)}`,
    facts: ({ words }) => personFacts(words),
  },
  admin: {
    title: ({ data }, { person }) =>
      data.isNew ? `${person} becomes ${roleIn(data)}` : `${person} is ${roleIn(data)} again`,
    facts: ({ words }) => personFacts(words),
  },
  factor: {
    title: (_change, { person }) => `${person} gets a new second step`,
    facts: ({ words }) => personFacts(words),
  },
  eft: {
    title: ({ data }, { money, order }) =>
      `Bank transfer (EFT) of ${money(data.amount)} for order ${order}`.trim(),
    facts: ({ data, words }) =>
      [
        { name: "Bank reference", value: words?.reference ?? "" },
        { name: "Date on bank statement", value: formatDay(data.receivedOn) },
      ].filter(({ value }) => value !== ""),
  },
  "bank-line": {
    title: ({ data }, { money }) => `Bank payment of ${money(sumOf(data.uses))}`,
    facts: ({ data }, { money }) => useFacts(data.uses, money),
  },
  "undo-eft": {
    title: ({ data }, { money, order }) =>
      `Undo bank transfer (EFT) of ${money(data.amount)} for order ${order}`.trim(),
  },
  "undo-bank-line": {
    title: ({ data }, { money }) => `Undo match of bank payment of ${money(sumOf(data.uses))}`,
    facts: ({ data }, { money }) => useFacts(data.uses, money),
  },
  "undo-return": {
    title: ({ data }, { money, person }) =>
      data.payoutId === null
        ? `Undo repayment of ${money(data.amount)} by ${person}`
        : `Undo return of payout of ${money(data.amount)} to ${person}`,
  },
  credit: {
    title: ({ data }, { money, person }) => `Store credit of ${money(data.amount)} for ${person}`,
    facts: ({ words }) => (words === null ? [] : [{ name: "Reason", value: words.text }]),
  },
  payout: {
    title: ({ data }, { money, person }) => `Payout of ${money(data.amount)} to ${person}`,
  },
  batch: {
    title: ({ data }, { money }) => `Payout batch ${data.batchId} of ${money(data.total)}`,
    facts: ({ data }, { money, payees }) => [
      { name: "To be paid on", value: formatDay(data.payOn) },
      { name: "Hash total", value: data.hashTotal },
      ...payees.map(({ name, amount }) => ({ name, value: money(amount) })),
    ],
  },
  refund: {
    title: ({ data }, { money, order }) =>
      `Refund of ${money(data.amount)} for order ${order}`.trim(),
    facts: ({ data, words }, { money }) =>
      [
        {
          name: "How",
          value: refundWays[data.method],
        },
        { name: "For goods", value: money(data.productAmount) },
        { name: "Units", value: String(data.units) },
        { name: "Reason", value: words?.reason ?? "" },
      ].filter(({ value }) => value !== ""),
  },
  reassign: {
    title: (_change, { personName, order }) =>
      `Order ${order} is reassigned to ${personName ?? "no seller"}`,
  },
  price: {
    title: ({ data }, { money }) => `Price of ${data.name}: ${money(data.price)}`,
    facts: ({ data }, { money }) =>
      [
        { name: "Price now", value: money(data.before) },
        {
          name: `Highest in ${lookbackDays} days`,
          value: money(data.highest),
        },
        { name: "New price", value: money(data.price) },
        { name: "Code", value: data.productCode ?? "" },
        { name: "Group", value: data.productGroup ?? "" },
        { name: "In the shop", value: data.isShownThen ? "Once this is confirmed" : "" },
        ...shareFacts(data),
      ].filter(({ value }) => value !== ""),
  },
  sale: {
    title: ({ data }) => `Sale of ${data.bfDiscount}%`,
    facts: ({ data }) => [
      { name: "Now", value: saleInWords(data.before) },
      { name: "New", value: saleInWords(data) },
      ...shareFacts(data),
    ],
  },
  "delivery-fee": {
    title: ({ data }, { money }) =>
      `Delivery price per recipient: ${feeInWords(data.deliveryFlat, money)}`,
    facts: ({ data }, { money }) => [
      { name: "Region", value: data.region.toUpperCase() },
      { name: "Price now", value: feeInWords(data.before, money) },
      {
        name: `Highest in ${lookbackDays} days`,
        value: money(data.highest),
      },
      { name: "New price", value: feeInWords(data.deliveryFlat, money) },
      ...shareFacts(data),
    ],
  },
  "vat-rate": {
    title: ({ data }) => `VAT of ${data.region.toUpperCase()}: ${percentWords(data.vatBps)}`,
    facts: ({ data }) => [
      { name: "Region", value: data.region.toUpperCase() },
      { name: "Rate in the settings", value: vatInWords(data.before) },
      { name: "New rate", value: vatInWords(data) },
      { name: "Commission", value: "Rises on orders placed from then on" },
    ],
  },
  stockists: {
    title: () => "Higher terms for stockists",
    facts: ({ data }) => [
      ...termsFacts("New", data),
      ...termsFacts("Present", data.before),
      ...(data.stockistShareBps === undefined
        ? []
        : [
            {
              name: "A stockist’s sale pays at most",
              value: `${percentWords(data.stockistShareBps)} with the leader bonus`,
            },
          ]),
      ...shareFacts(data),
    ],
  },
  margin: {
    title: ({ data }, { person }) => `Margin of ${data.marginBps / 100}% for ${person}`,
    facts: ({ data }) => [
      {
        name: "Margin now",
        value: data.before === null ? "None" : `${data.before / 100}%`,
      },
      { name: "New margin", value: `${data.marginBps / 100}%` },
      ...shareFacts(data),
    ],
  },
  "stockist-vat": {
    title: ({ data }, { person }) =>
      `VAT rate for orders of ${person}: ${ownVatInWords(data.vatBps)}`,
    facts: ({ data }) => [
      { name: "VAT rate now", value: ownVatInWords(data.before) },
      { name: "New rate", value: ownVatInWords(data.vatBps) },
      { name: "Commission", value: "Rises on orders placed from then on" },
    ],
  },
  withholding: {
    title: ({ data }, { person }) =>
      `Tax withheld of payouts of ${data.userId === null ? "all members" : person}: ${rateInWords(data.bps)}`,
    facts: ({ data }) => [
      { name: "Tax withheld now", value: rateInWords(data.before) },
      { name: "New rate", value: rateInWords(data.bps) },
      { name: "Open payout requests", value: "Keep their tax" },
    ],
  },
  "payout-hold": {
    title: ({ data }) => `Commission can be paid out after ${daysInWords(data.days)}`,
    facts: ({ data }) => [
      { name: "Now", value: `After ${daysInWords(data.before)}` },
      { name: "New", value: `After ${daysInWords(data.days)}` },
    ],
  },
  "credit-password": {
    title: ({ data }, { money }) => `Store credit asks for the password above ${money(data.above)}`,
    facts: ({ data }, { money }) => [
      { name: "Now", value: `Above ${money(data.before)}` },
      { name: "New", value: `Above ${money(data.above)}` },
    ],
  },
  plan: {
    title: ({ data }) => `Commission plan that pays up to ${percentWords(data.shareBps)}`,
    facts: ({ data }) => [
      {
        name: "In force from",
        value: data.publishOn === null ? "Now" : formatDay(data.publishOn),
      },
      ...changesBetween(data.before, data.plan).map(({ name, before, after }) => ({
        name,
        value: `${percentWords(after)}, now ${percentWords(before)}`,
      })),
    ],
  },
};

function personFacts(person: Changes["admin" | "deactivate" | "factor"]["words"]): Fact[] {
  if (person === null) return [];
  return [
    { name: "Name", value: `${person.firstName} ${person.lastName}` },
    { name: "Email", value: person.email },
    { name: "Cell", value: person.cell ?? "None" },
    { name: "Other number", value: person.altNumber ?? "" },
    { name: "Company", value: person.company ?? "" },
  ].filter(({ value }) => value !== "");
}

type Use = Readonly<{ orderNumber: number; amount: number }>;

function useFacts(uses: readonly Use[], money: Said["money"]): Fact[] {
  return uses.map(({ orderNumber, amount }) => ({
    name: `${eftPrefix}${orderNumber}`,
    value: money(amount),
  }));
}

function sumOf(uses: readonly Readonly<{ amount: number }>[]): number {
  return uses.reduce((sum, { amount }) => sum + amount, 0);
}

function roleIn(data: Changes["admin" | "deactivate"]["data"]) {
  return officeRoleOf(data) === "admin" ? "an admin" : "an accountant";
}

/** No rate of a person's own is that of all members. */
function rateInWords(bps: number | null): string {
  return bps === null ? "that of all members" : percentWords(bps);
}

function ownVatInWords(bps: number | null): string {
  return bps === null ? "the standard rate" : percentWords(bps);
}

const refundWays = { card: "Card", eft: "Bank transfer (EFT)", credit: "Store credit" } as const;

/** What is left of the price that falls most, with all discounts. */
function shareFacts({ shareBps }: Readonly<{ shareBps?: number | undefined }>): Fact[] {
  if (shareBps === undefined || shareBps === wholeBps) return [];
  return [
    {
      name: "Lowest price then",
      value: `${percentWords(shareBps)} of the highest in ${lookbackDays} days`,
    },
  ];
}

function daysInWords(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

function saleInWords(sale: { bfEnabled: boolean; bfDiscount: number }): string {
  return `${sale.bfDiscount}%, ${sale.bfEnabled ? "on" : "off"}`;
}

type Terms = Omit<Extract<ListedProposal["change"], { kind: "stockists" }>["data"], "before">;

function termsFacts(which: "New" | "Present", terms: Terms): Fact[] {
  return [
    { name: `${which} standard margin`, value: `${terms.stockistMarginDefault}%` },
    { name: `${which} largest margin`, value: `${terms.stockistMarginMax}%` },
    {
      name: `${which} standard percent of distributors`,
      value: `${terms.stockistPercentDefault}%`,
    },
    { name: `${which} largest percent of distributors`, value: `${terms.stockistPercentMax}%` },
  ];
}

type Account = Omit<Extract<ListedProposal["change"], { kind: "bank" }>["data"], "before">;

function accountFacts(which: "New" | "Present", account: Account): Fact[] {
  return [
    { name: `${which} bank`, value: account.bankName || "None" },
    { name: `${which} account name`, value: account.bankAccountName || "None" },
    { name: `${which} account type`, value: account.bankAccountType || "None" },
    { name: `${which} account number`, value: account.bankAccountNumber || "None" },
    { name: `${which} branch code`, value: account.bankBranchCode || "None" },
  ];
}

function feeInWords(fee: number | null, money: Said["money"]): string {
  return fee === null ? "Price of a parcel" : money(fee);
}

function limitInWords(limit: number | null, money: Said["money"]): string {
  return limit === null ? "No limit" : money(limit);
}

function vatInWords({ vatBps, vatFrom }: Readonly<{ vatBps: number; vatFrom: string | null }>) {
  const from = vatFrom === null ? "" : ` from ${formatDay(vatFrom)}`;
  return `${percentWords(vatBps)}${from}`;
}
