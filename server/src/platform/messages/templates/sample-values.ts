import type { Placeholder } from "@portal/shared/office/email-copy.ts";
import type { Listing } from "./fill-words.ts";

type Sample = Record<
  Exclude<Placeholder, "greeting" | "shop" | "home" | "shopEmail">,
  string | Listing
>;

/** What stands in a mail that is only looked at, or sent to try its words: nobody's order, code or money. */
export function sampleValues(publicUrl: string): Sample {
  return {
    role: "a distributor",
    inviter: "Anna Example",
    invitedRole: "a stockist",
    cellHoldHours: "48",
    holdHours: "24",
    code: "K7M2PX",
    link: `${publicUrl}/set-password#only-a-test`,
    orderNumber: "10421",
    orderPage: `${publicUrl}/orders/pay/only-a-test`,
    lines: {
      as: "amounts",
      rows: [
        ["4 × Original 50ml", "R1\u00A0300.00"],
        ["1 × Delivery", "R100.00"],
        ["Total", "R1\u00A0400.00"],
      ],
    },
    bankDetails: {
      as: "facts",
      rows: [
        ["Amount", "R1\u00A0400.00"],
        ["Reference", "RH10421"],
        ["Bank", "Example Bank"],
        ["Account number", "0000000000"],
      ],
    },
    tracking: "Tracking reference: EXAMPLE",
    moneyBack: "Nothing was paid for it, so there is nothing to give back.",
    refundAmount: "R325.00",
    refundWay: "It goes to your bank account. Banks may take a day or two to show it.",
    payoutAmount: "R16\u00A0184.56",
    payoutDay: "21 November 2026",
    month: "2026-10",
    monthName: "October 2026",
    questionAsker: "Anna Example",
    questionText: "Why is it less\nthan last time?",
    entryAmount: "R169.56",
    answerText: "One bottle was sent back.",
    answerCredit: "Both stand beside the entry in your wallet.",
    contactSource: "General feedback",
    contactLines: {
      as: "facts",
      rows: [
        ["Email", "anna@example.test"],
        ["Name", "Anna Example"],
      ],
    },
    proposalTitle: "A second admin is needed: another bank account",
    proposalPreheader: "Anna Example proposed it.",
    proposalText: "Anna Example wants to change the bank account of the shop.",
    contactText: "Thank you,\nit came in two days.",
  };
}
