import { percentWords } from "@portal/shared/network/commission-words.ts";
import { eftPrefix, lookbackDays } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { officeRoleOf } from "@portal/shared/platform/proposals.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { formatDay } from "../../../ui/days.tsx";
import type { Fact } from "../../../ui/facts.tsx";
import { changesBetween } from "../../network/commissions/rates.ts";

const wholeBps = 10_000;

export type ListedProposal = ApiOutputs["proposals"]["list"]["decided"][number];

/** What is decided, in a few words. */
export function titleOf(
  { change, personName, orderNumber }: ListedProposal,
  currency: Currency,
): string {
  const money = (minor: number) => formatMoney(minor, currency);
  const person = personName ?? "someone";
  switch (change.kind) {
    case "limit":
      return change.data.above === null
        ? "No limit above which money needs two admins"
        : `Money above ${money(change.data.above)} needs two admins`;
    case "bank":
      return "New bank account of the shop";
    case "bank-account":
      return "Statements of another bank account";
    case "contact":
      return "New contact email address of the shop";
    case "deactivate":
      return `${person} is no longer ${roleIn(change)}`;
    case "admin":
      return change.data.isNew
        ? `${person} becomes ${roleIn(change)}`
        : `${person} is ${roleIn(change)} again`;
    case "factor":
      return `${person} gets a new second step`;
    case "eft":
      return `Bank transfer (EFT) of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "bank-line":
      return `Bank payment of ${money(sumOf(change.data.uses))}`;
    case "undo-eft":
      return `Undo bank transfer (EFT) of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "undo-bank-line":
      return `Undo match of bank payment of ${money(sumOf(change.data.uses))}`;
    case "credit":
      return `Store credit of ${money(change.data.amount)} for ${person}`;
    case "payout":
      return `Payout of ${money(change.data.amount)} to ${person}`;
    case "batch":
      return `Payout batch ${change.data.batchId} of ${money(change.data.total)}`;
    case "refund":
      return `Refund of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "reassign":
      return `Order ${orderNumber ?? ""} is reassigned to ${personName ?? "no seller"}`;
    case "price":
      return `Price of ${change.data.name}: ${money(change.data.price)}`;
    case "sale":
      return `Sale of ${change.data.bfDiscount}%`;
    case "delivery-fee":
      return `Delivery price per recipient: ${feeInWords(change.data.deliveryFlat, currency)}`;
    case "vat-rate":
      return `VAT of ${change.data.region.toUpperCase()}: ${percentWords(change.data.vatBps)}`;
    case "stockists":
      return "Higher terms for stockists";
    case "margin":
      return `Margin of ${change.data.marginBps / 100}% for ${person}`;
    case "stockist-vat":
      return `VAT rate for orders of ${person}: ${ownVatInWords(change.data.vatBps)}`;
    case "withholding":
      return `Tax withheld of payouts of ${change.data.userId === null ? "all members" : person}: ${rateInWords(change.data.bps)}`;
    case "payout-hold":
      return `Commission can be paid out after ${daysInWords(change.data.days)}`;
    case "credit-password":
      return `Store credit asks for the password above ${formatMoney(change.data.above, currency)}`;
    case "plan":
      return `Commission plan that pays up to ${percentWords(change.data.shareBps)}`;
  }
}

function sumOf(uses: readonly Readonly<{ amount: number }>[]): number {
  return uses.reduce((sum, { amount }) => sum + amount, 0);
}

function roleIn({ data }: Extract<ListedProposal["change"], { kind: "admin" | "deactivate" }>) {
  return officeRoleOf(data) === "admin" ? "an admin" : "an accountant";
}

/** No rate of a person's own is that of all members. */
function rateInWords(bps: number | null): string {
  return bps === null ? "that of all members" : percentWords(bps);
}

function ownVatInWords(bps: number | null): string {
  return bps === null ? "the standard rate" : percentWords(bps);
}

/** All details of the change, because the admin who confirms it is responsible for it. */
export function factsOf(proposal: ListedProposal, currency: Currency): Fact[] {
  return [...changeFacts(proposal, currency), ...backgroundFacts(proposal, currency)];
}

/** Who is paid or earns, who gave them another name lately, and where the money goes. */
function backgroundFacts(
  { change, people, accounts, commission, sellerBefore }: ListedProposal,
  currency: Currency,
): Fact[] {
  return [
    ...(change.kind === "reassign" && people.length > 0
      ? [{ name: "Present seller", value: sellerBefore ?? "None" }]
      : []),
    ...people.flatMap(({ userId, name, email, renamed }) => [
      { name: `${name}, no. ${userId}`, value: email },
      ...(renamed === null
        ? []
        : [
            {
              name: `Name or email of ${name} changed`,
              value: `${formatDay(renamed.at)}, by ${renamed.byName || "the person"}`,
            },
          ]),
    ]),
    ...accounts.map(({ name, bankName, ending }) => ({
      name: `Account of ${name}`,
      value: `${bankName} •••• ${ending}`,
    })),
    ...(commission.length === 0 && (change.kind === "eft" || change.kind === "bank-line")
      ? [{ name: "Commission", value: "None" }]
      : []),
    ...commission.map(({ name, amount }) => ({
      name: `Commission of ${name}`,
      value: formatMoney(amount, currency),
    })),
  ];
}

function changeFacts({ change, payees }: ListedProposal, currency: Currency): Fact[] {
  switch (change.kind) {
    case "limit":
      return [
        { name: "Region", value: change.data.region.toUpperCase() },
        { name: "Limit now", value: limitInWords(change.data.before, currency) },
        { name: "New limit", value: limitInWords(change.data.above, currency) },
      ];
    case "bank":
      return [
        ...accountFacts("New", change.data),
        ...(change.data.before === null ? [] : accountFacts("Present", change.data.before)),
      ];
    case "bank-account":
      return [
        { name: "Account", value: change.data.account || "Files that name no account" },
        { name: "Confirm if", value: "The account belongs to the shop" },
        { name: "From then on", value: "Its transactions pay orders and prove payouts" },
      ];
    case "contact":
      return [
        { name: "New address", value: change.data.contactEmail || "None" },
        { name: "Present address", value: change.data.before || "None" },
      ];
    case "admin":
    case "deactivate":
    case "factor":
      return change.words === null
        ? []
        : [
            { name: "Name", value: `${change.words.firstName} ${change.words.lastName}` },
            { name: "Email", value: change.words.email },
            { name: "Cell", value: change.words.cell ?? "None" },
            { name: "Other number", value: change.words.altNumber ?? "" },
            { name: "Company", value: change.words.company ?? "" },
          ].filter(({ value }) => value !== "");
    case "eft":
      return [
        { name: "Bank reference", value: change.words?.reference ?? "" },
        { name: "Date on bank statement", value: formatDay(change.data.receivedOn) },
      ].filter(({ value }) => value !== "");
    case "bank-line":
    case "undo-bank-line":
      return change.data.uses.map(({ orderNumber, amount }) => ({
        name: `${eftPrefix}${orderNumber}`,
        value: formatMoney(amount, currency),
      }));
    case "credit":
      return change.words === null ? [] : [{ name: "Reason", value: change.words.text }];
    case "undo-eft":
    case "payout":
      return [];
    case "batch":
      return [
        { name: "To be paid on", value: formatDay(change.data.payOn) },
        { name: "Hash total", value: change.data.hashTotal },
        ...payees.map(({ name, amount }) => ({ name, value: formatMoney(amount, currency) })),
      ];
    case "refund":
      return [
        {
          name: "How",
          value: refundWays[change.data.method],
        },
        { name: "For goods", value: formatMoney(change.data.productAmount, currency) },
        { name: "Units", value: String(change.data.units) },
        { name: "Reason", value: change.words?.reason ?? "" },
      ].filter(({ value }) => value !== "");
    case "reassign":
      return [];
    case "price":
      return [
        { name: "Price now", value: formatMoney(change.data.before, currency) },
        {
          name: `Highest in ${lookbackDays} days`,
          value: formatMoney(change.data.highest, currency),
        },
        { name: "New price", value: formatMoney(change.data.price, currency) },
        { name: "Code", value: change.data.productCode ?? "" },
        { name: "Group", value: change.data.productGroup ?? "" },
        { name: "In the shop", value: change.data.isShownThen ? "Once this is confirmed" : "" },
        ...shareFacts(change.data),
      ].filter(({ value }) => value !== "");
    case "sale":
      return [
        { name: "Now", value: saleInWords(change.data.before) },
        { name: "New", value: saleInWords(change.data) },
        ...shareFacts(change.data),
      ];
    case "delivery-fee":
      return [
        { name: "Region", value: change.data.region.toUpperCase() },
        { name: "Price now", value: feeInWords(change.data.before, currency) },
        {
          name: `Highest in ${lookbackDays} days`,
          value: formatMoney(change.data.highest, currency),
        },
        { name: "New price", value: feeInWords(change.data.deliveryFlat, currency) },
        ...shareFacts(change.data),
      ];
    case "vat-rate":
      return [
        { name: "Region", value: change.data.region.toUpperCase() },
        { name: "Rate in the settings", value: vatInWords(change.data.before) },
        { name: "New rate", value: vatInWords(change.data) },
        { name: "Commission", value: "Rises on orders placed from then on" },
      ];
    case "stockists":
      return [
        ...termsFacts("New", change.data),
        ...termsFacts("Present", change.data.before),
        ...(change.data.stockistShareBps === undefined
          ? []
          : [
              {
                name: "A stockist’s sale pays at most",
                value: `${percentWords(change.data.stockistShareBps)} with the leader bonus`,
              },
            ]),
        ...shareFacts(change.data),
      ];
    case "margin":
      return [
        {
          name: "Margin now",
          value: change.data.before === null ? "None" : `${change.data.before / 100}%`,
        },
        { name: "New margin", value: `${change.data.marginBps / 100}%` },
        ...shareFacts(change.data),
      ];
    case "stockist-vat":
      return [
        { name: "VAT rate now", value: ownVatInWords(change.data.before) },
        { name: "New rate", value: ownVatInWords(change.data.vatBps) },
        { name: "Commission", value: "Rises on orders placed from then on" },
      ];
    case "withholding":
      return [
        { name: "Tax withheld now", value: rateInWords(change.data.before) },
        { name: "New rate", value: rateInWords(change.data.bps) },
        { name: "Open payout requests", value: "Keep their tax" },
      ];
    case "payout-hold":
      return [
        { name: "Now", value: `After ${daysInWords(change.data.before)}` },
        { name: "New", value: `After ${daysInWords(change.data.days)}` },
      ];
    case "credit-password":
      return [
        { name: "Now", value: `Above ${formatMoney(change.data.before, currency)}` },
        { name: "New", value: `Above ${formatMoney(change.data.above, currency)}` },
      ];
    case "plan":
      return [
        {
          name: "In force from",
          value: change.data.publishOn === null ? "Now" : formatDay(change.data.publishOn),
        },
        ...changesBetween(change.data.before, change.data.plan).map(({ name, before, after }) => ({
          name,
          value: `${percentWords(after)}, now ${percentWords(before)}`,
        })),
      ];
  }
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

function feeInWords(fee: number | null, currency: Currency): string {
  return fee === null ? "Price of a parcel" : formatMoney(fee, currency);
}

function limitInWords(limit: number | null, currency: Currency): string {
  return limit === null ? "No limit" : formatMoney(limit, currency);
}

function vatInWords({ vatBps, vatFrom }: Readonly<{ vatBps: number; vatFrom: string | null }>) {
  const from = vatFrom === null ? "" : ` from ${formatDay(vatFrom)}`;
  return `${percentWords(vatBps)}${from}`;
}
