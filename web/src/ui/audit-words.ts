/** What is written down of whom, as a sentence that goes on after the name of who did it. */
const sentences: Readonly<Record<string, string>> = {
  "signed-in": "signed in",
  "signed-out": "signed out",
  "password.changed": "changed the password",
  "email.confirmed": "confirmed the email address",
  "profile.updated": "changed the profile",
  "session.ended": "ended a session",
  "sessions.ended": "ended the other sessions",
  "account.erased": "erased the account",
  "user.created": "added a person",
  "user.updated": "changed a person",
  "user.converted": "converted a customer",
  "user.deleted": "deleted a person",
  "user.restored": "restored a person",
  "user.opt-in-resent": "sent the registration email again",
  "member.moved": "moved a member",
  "member.uplifted": "uplifted a distributor to level 1",
  "impersonation.started": "signed in as somebody else",
  "impersonation.ended": "returned from being somebody else",
  "bank-details.saved": "saved bank details",
  "bank-details.viewed": "looked at bank details",
  "bank-statement.uploaded": "uploaded a bank statement",
  "card-settlement.uploaded": "uploaded a card settlement",
  "plan.simulated": "simulated a commission plan",
  "plan.published": "published a commission plan",
  "plan.planned": "planned a commission plan",
  "plan.withdrawn": "withdrew a planned commission plan",
  "bank-line.applied": "applied a bank line",
  "bank-line.ignored": "put a bank line aside",
  "bank-line.reopened": "reopened a bank line",
  "order.cancelled": "cancelled an order",
  "order.eft-recorded": "recorded a bank transfer",
  "order.refunded": "refunded an order",
  "order.reassigned": "gave an order to another seller",
  "order.delivery-quoted": "asked the courier for the price of an order",
  "order.collection-booked": "booked a collection",
  "order.shipped": "booked the shipment of an order",
  "order.recipient-corrected": "changed the delivery address of an order",
  "order.shipment-cancelled": "took back the shipment of an order",
  "orders.click-and-drop-exported": "took the file for Click & Drop",
  "payout.paid": "marked a payout as paid",
  "payout.rejected": "rejected a payout",
  "payout.approved": "approved a payout as the second person",
  "payout.requests-saved": "corrected payout requests",
  "payout-batch.made": "made a payment batch",
  "payout-batch.downloaded": "downloaded the bank file of a payment batch",
  "payout-batch.cancelled": "cancelled a payment batch",
  "payout-batch.proved": "matched a payment batch with a bank statement",
  "month.closed": "closed a month",
  "entry-question.answered": "answered a question about commission",
  "card-notification.rejected": "sent a card notification that was rejected",
  "customers.exported": "took the list of customers along",
  "sales-report.exported": "took the sales report along",
  "orders.exported": "took a list of orders along",
  "payouts.exported": "took a list of payout requests along",
  "email-copy.changed": "changed the words of a mail",
  "email-copy.restored": "brought the original words of a mail back",
  "email-copy.tested": "sent a test of a mail",
  "site-copy.changed": "changed a text of the site",
  "site-copy.restored": "brought an original text of the site back",
  "message.resent": "sent a message again",
};

/** What has no sentence yet keeps the name under which it is written down. */
export function auditWords(action: string): string {
  return Object.hasOwn(sentences, action) ? (sentences[action] ?? action) : action;
}

/** The same where it begins a line. */
export function auditTitle(action: string): string {
  const words = auditWords(action);
  return words === action ? action : words.charAt(0).toUpperCase() + words.slice(1);
}
