import {
  type InvoiceCreditReason,
  invoiceCreditWords,
  toBank,
} from "@portal/shared/money/payout-terms.ts";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { type Day, dayInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { PdfDocument, PdfPage } from "../../gateways/documents/pdf-document.ts";
import { type SelfBilledPayment, splitOf } from "./self-billed-invoice.rules.ts";

type Party = Readonly<{ name: string; address: string; vatNo: string }>;

export type SelfBilledFacts = Omit<
  SelfBilledPayment,
  "payoutId" | "at" | "position" | "creditNote"
> &
  Readonly<{
    language: string;
    region: Region;
    currency: Currency;
    /** Of the payment, by the shop's calendar. */
    day: Day;
    /** Of the commission; `from` is null for a member's first payout. */
    period: Readonly<{ from: Day | null; to: Day }>;
    supplier: Party;
    /** The shop. */
    recipient: Party & Readonly<{ companyNo: string }>;
  }>;

/**
 * What section 20(4) of South Africa's VAT Act and regulation 14 of the United Kingdom's VAT Regulations want on a tax invoice,
 * and that the recipient issues it (section 20(2); VAT Notice 700/62).
 */
export function writeSelfBilledInvoice(facts: SelfBilledFacts): PdfDocument {
  const { number, region, withheld, currency } = facts;
  return selfBilledPage(facts, {
    title: titles[region],
    number,
    day: facts.day,
    head: [`Invoice no. ${number}`, `Date ${dayInWords(facts.day)}`],
    total: "Total",
    more:
      withheld === 0
        ? []
        : [
            {
              kind: "facts",
              title: "Payment",
              lines: [
                `Tax withheld ${formatMoney(withheld, currency)}`,
                `Paid to the bank ${formatMoney(toBank(facts), currency)}`,
              ],
            },
          ],
    selfBilling: selfBillingLines[region],
  });
}

/**
 * Takes back the whole invoice. What section 21(3) of South Africa's VAT Act and regulation 15C of the United Kingdom's VAT
 * Regulations want on a credit note.
 */
export function writeSelfBilledCreditNote(
  facts: SelfBilledFacts,
  creditNote: Readonly<{ number: string; reason: InvoiceCreditReason; day: Day }>,
): PdfDocument {
  const { number, reason, day } = creditNote;
  return selfBilledPage(facts, {
    title: "Credit note",
    number,
    day,
    head: [
      `Credit note no. ${number}`,
      `Date ${dayInWords(day)}`,
      `For invoice no. ${facts.number} of ${dayInWords(facts.day)}`,
      `Reason: ${invoiceCreditWords[reason]}`,
    ],
    total: "Total credited",
    more: [],
    selfBilling: creditLines[facts.region],
  });
}

function selfBilledPage(
  facts: SelfBilledFacts,
  document: Readonly<{
    title: string;
    number: string;
    day: Day;
    head: readonly string[];
    /** What the sum is called. */
    total: string;
    more: PdfPage["blocks"];
    selfBilling: readonly string[];
  }>,
): PdfDocument {
  const { supplier, recipient, vatBps, language } = facts;
  const heading = `${document.title} (self-billed)`;
  const money = (minor: number) => formatMoney(minor, facts.currency);
  const { value, vat, total } = splitOf(facts);
  const figures = [money(value), money(vat), money(total)];
  const share = 0.18;
  return {
    language,
    title: `${heading} ${document.number}`,
    day: document.day,
    pages: [
      {
        heading,
        blocks: [
          { kind: "facts", lines: document.head },
          {
            kind: "columns",
            columns: [
              { kind: "facts", title: "From", lines: partyLines(supplier) },
              {
                kind: "facts",
                title: "To",
                lines: [
                  ...partyLines(recipient),
                  ...(recipient.companyNo === "" ? [] : [`Company no. ${recipient.companyNo}`]),
                ],
              },
            ],
          },
          {
            kind: "table",
            columns: [
              { name: "Description", share: 0.34, align: "left" },
              { name: "Quantity", share: 0.12, align: "right" },
              ...["Value", "VAT", "Total"].map(
                (name) => ({ name, share, align: "right" }) as const,
              ),
            ],
            rows: [[descriptionOf(facts.period), "1", ...figures]],
            sums: [
              ["Subtotal excl. VAT", money(value)],
              [`VAT ${percentWords(vatBps)}`, money(vat)],
              [document.total, money(total)],
            ],
          },
          ...document.more,
          { kind: "facts", title: "Self-billing", lines: document.selfBilling },
        ],
      },
    ],
  };
}

const titles: Readonly<Record<Region, string>> = {
  za: "Tax invoice",
  uk: "VAT invoice",
  usa: "Tax invoice",
};

const inAgreement =
  "Issued by the recipient in the name of the supplier, with the supplier’s agreement";
const underTheAct = `${inAgreement}, under section 20(2) of the Value-Added Tax Act 89 of 1991.`;

const selfBillingLines: Readonly<Record<Region, readonly string[]>> = {
  za: [underTheAct],
  uk: [`${inAgreement}.`, "The VAT shown is your output tax due to HMRC."],
  usa: [`${inAgreement}.`],
};

const creditLines: Readonly<Record<Region, readonly string[]>> = {
  za: [underTheAct],
  uk: [`${inAgreement}.`, "The VAT shown reduces your output tax due to HMRC."],
  usa: [`${inAgreement}.`],
};

function partyLines({ name, address, vatNo }: Party): readonly string[] {
  return [
    name,
    ...address.split("\n").filter((line) => line !== ""),
    ...(vatNo === "" ? [] : [`VAT no. ${vatNo}`]),
  ];
}

function descriptionOf({ from, to }: SelfBilledFacts["period"]): string {
  const until = dayInWords(to, "medium");
  return from === null
    ? `Commission on sales up to ${until}`
    : `Commission on sales, ${dayInWords(from, "medium")} to ${until}`;
}
