import { cellHoldHours } from "@portal/shared/platform/constants.ts";
import type { Placeholder } from "@portal/shared/office/message-kinds.ts";
import { orderReference } from "@portal/shared/platform/order-reference.ts";
import type { Listing } from "../../platform/messages/fill-words.ts";

type Sample = Record<
  Exclude<Placeholder, "greeting" | "shop" | "home" | "portal" | "shopEmail">,
  string | Listing
>;

/** Invented values for a preview or a test email. */
export function sampleValues(publicUrl: string): Sample {
  return {
    role: "a distributor",
    inviter: "Anna Example",
    invitedRole: "a stockist",
    networkTitle: "You have a new team member",
    networkText: "Ben Example is now in your team. You are their parent in the network.",
    networkNote: "You’ll find them under My network.",
    cellHoldHours: String(cellHoldHours),
    holdHours: "24",
    newEmail: "new@example.test",
    newCellEnding: "4567",
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
        ["Reference", orderReference(10_421)],
        ["Bank", "Example Bank"],
        ["Account number", "0000000000"],
      ],
    },
    outstandingAmount: "R1\u00A0400.00",
    placedDay: "21 November 2026",
    tracking: "Tracking number: EXAMPLE",
    handedTo: "with the courier",
    courierCall: "The courier will call the recipient on the day of delivery.",
    afterPayment: "We’ll pack and send it as soon as your payment goes through.",
    collectFrom: "",
    productName: "Original 50ml",
    sender: "Anna Example",
    giftMessage: "Happy birthday!\nWith love from all of us.",
    moneyBack: "You had not paid, so there is nothing to refund.",
    refundAmount: "R325.00",
    refundWay: "We are paying it into your bank account. It can take a day or two to show.",
    repaidAmount: "R325.00",
    payoutAmount: "R16\u00A0184.56",
    payoutDay: "21 November 2026",
    month: "2026-10",
    monthName: "October 2026",
    questionAsker: "Anna Example",
    questionText: "Why is it less\nthan last time?",
    entryAmount: "R169.56",
    answerText: "One bottle was sent back.",
    answerCredit: "You can also read our answer in your wallet.",
    contactSource: "General feedback",
    contactLines: {
      as: "facts",
      rows: [
        ["Email", "anna@example.test"],
        ["Name", "Anna Example"],
      ],
    },
    officeDay: "21 November 2026",
    officeActs: {
      as: "facts",
      rows: [["Anna Example", "recorded a bank transfer, 3 times, R1\u00A0200.00"]],
    },
    proposalTitle: "A change needs your confirmation",
    proposalPreheader: "Proposed by Anna Example.",
    proposalDecline: "You can decline it without signing in, on this page:",
    proposalText:
      "Anna Example proposed a new bank account for the shop. Another admin must confirm it in the office.",
    adminList: { as: "facts", rows: [["Anna Example", "anna@example.test"]] },
    backupTime: "21 November 2026, 03:00 UTC",
    adminTitle: "An office account was locked",
    headline: "Anna Example has a new sign-in method",
    whatHappened: "A passkey or a code app was set up for the account of Anna Example.",
    whatToDo: "If they did not tell you about it, call them.",
    adminText: "Anna Example was locked by the person who runs the server, from its command line.",
    contactText: "Thank you,\nit came in two days.",
  };
}
