/** For how many days what is kept; orders, payments and the ledger stay, as tax law asks for. */
export const keptDays = {
  /** Which item was made for a key: nobody repeats a request later. */
  savedKeys: 1,
  /** What the server had to say of its work. */
  logs: 14,
  /** That somebody was sent a code. */
  codes: 30,
  /** Which advertisement an order came from. */
  advertisingIds: 90,
  /** What the card provider wrote about the payer: longer than a payment can be disputed. */
  notificationBodies: 180,
  /** What the privacy policy says of messages to the shop. */
  contactMessages: 365,
  /** The words of mails and SMS, and where they went. */
  messageCopies: 365,
} as const;
