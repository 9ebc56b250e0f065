/** What is said of an order, from placing it to its arrival; shaped as the other words are. */
export const orderWords = {
  "order-placed": {
    subject: "We have your order {{orderNumber}}",
    preheader: "Thank you; we send it when it is paid.",
    paragraphs: [
      "{{greeting}}",
      "Thank you. Your order {{orderNumber}} is placed, and we send it when it is paid.",
      "{{lines}}",
      "If you paid a moment ago, you need not do anything: another mail tells you when the payment is here.",
    ],
    button: { label: "See or pay the order", leadsTo: "{{orderPage}}" },
  },
  "order-eft": {
    subject: "How to pay order {{orderNumber}} by bank transfer",
    preheader: "The bank details, the amount and your reference are inside.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is placed. Please pay it using the bank details below. We send it when the money shows.",
      "{{bankDetails}}",
      "Please email the proof of payment to {{shopEmail}}.",
      "{{lines}}",
      "If another mail ever names other bank details, please do not pay, and ask us first.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-paid": {
    subject: "Order {{orderNumber}} is paid",
    preheader: "Thank you; we pack it now, and the invoice is on the page of your order.",
    paragraphs: [
      "{{greeting}}",
      "Thank you: your payment for order {{orderNumber}} is here. We pack it now.",
      "{{lines}}",
      "The invoice is on the page of your order, and you can come back to it whenever you need it.",
    ],
    button: { label: "See the order and its invoice", leadsTo: "{{orderPage}}" },
  },
  "order-payment-failed": {
    subject: "Your card payment for order {{orderNumber}} did not go through",
    preheader: "Nothing was charged; the order waits for you.",
    paragraphs: [
      "{{greeting}}",
      "The card provider tells us that your payment for order {{orderNumber}} did not go through. Nothing was charged, and the order is kept for you.",
      "{{lines}}",
      "You can try again, take another card, or pay by bank transfer.",
      "If you paid in the meantime, you need not do anything.",
    ],
    button: { label: "Pay the order", leadsTo: "{{orderPage}}" },
  },
  "order-shipped": {
    subject: "Order {{orderNumber}} is on its way",
    preheader: "With the courier’s reference, to follow the parcel.",
    paragraphs: [
      "{{greeting}}",
      "The courier has your order {{orderNumber}}.",
      "{{tracking}}",
      "The courier calls the recipient’s number on the day.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-delivered": {
    subject: "Order {{orderNumber}} has arrived",
    preheader: "Tell us if it is not where it should be.",
    paragraphs: [
      "{{greeting}}",
      "The courier says that your order {{orderNumber}} was handed over.",
      "{{tracking}}",
      "If it is not where it should be, please answer this mail.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-cancelled": {
    subject: "Order {{orderNumber}} is cancelled",
    preheader: "Nothing of it is sent; if you did not expect this, please answer this mail.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is cancelled, and nothing of it is sent.",
      "{{moneyBack}}",
      "If you did not expect this, please answer this mail.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-refunded": {
    subject: "You get money back for order {{orderNumber}}",
    preheader: "{{refundAmount}} is on its way to you.",
    paragraphs: [
      "{{greeting}}",
      "We give back {{refundAmount}} of your order {{orderNumber}}.",
      "{{refundWay}}",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
  "order-recipient-corrected": {
    subject: "The delivery address of order {{orderNumber}} was changed",
    preheader: "Tell us at once if you did not ask for this.",
    paragraphs: [
      "{{greeting}}",
      "Our office changed the delivery address of your order {{orderNumber}}. The price stays as it was.",
      "If you did not ask for this, please answer this mail at once.",
    ],
    button: { label: "See the order", leadsTo: "{{orderPage}}" },
  },
} as const;
