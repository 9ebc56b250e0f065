import { toBank } from "@portal/shared/money/payout-terms.ts";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { type Day, dayInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { PdfDocument } from "../../gateways/documents/pdf-document.ts";
import { type SelfBilledPayment, splitOf } from "./self-billed-invoice.rules.ts";

type Party = Readonly<{ name: string; address: string; vatNo: string }>;

export type SelfBilledFacts = Omit<SelfBilledPayment, "payoutId" | "at"> &
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
  const { number, region, language, supplier, recipient, vatBps, withheld } = facts;
  const heading = `${titles[region]} (self-billed)`;
  const money = (minor: number) => formatMoney(minor, facts.currency);
  const { value, vat, total } = splitOf(facts);
  const figures = [money(value), money(vat), money(total)];
  const share = 0.18;
  return {
    language,
    title: `${heading} ${number}`,
    pages: [
      {
        heading,
        blocks: [
          { kind: "facts", lines: [`Invoice no. ${number}`, `Date ${dayInWords(facts.day)}`] },
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
              ["Total", money(total)],
            ],
          },
          ...(withheld === 0
            ? []
            : [
                {
                  kind: "facts" as const,
                  title: "Payment",
                  lines: [
                    `Tax withheld ${money(withheld)}`,
                    `Paid to the bank ${money(toBank(facts))}`,
                  ],
                },
              ]),
          { kind: "facts", title: "Self-billing", lines: selfBillingLines[region] },
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

const selfBillingLines: Readonly<Record<Region, readonly string[]>> = {
  za: [`${inAgreement}, under section 20(2) of the Value-Added Tax Act 89 of 1991.`],
  uk: [`${inAgreement}.`, "The VAT shown is your output tax due to HMRC."],
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
