import { backInStock } from "../../catalogue/products/stock-alert.messages.ts";
import { paymentReminder } from "../../money/owed/payment-reminder.messages.ts";
import { payoutMessages } from "../../money/payouts/payout.messages.ts";
import { statementReady } from "../../money/statements/statement.messages.ts";
import {
  commissionWasRepaid,
  repaymentWasUndone,
} from "../../money/wallets/repaid-commission.messages.ts";
import { entryQuestionMessages } from "../../money/wallets/entry-question.messages.ts";
import { memberMessages } from "../../network/enrolment/member.messages.ts";
import { accountMessages } from "../../people/accounts/account.messages.ts";
import { bankDetailsChanged } from "../../people/bank-details/bank-details.messages.ts";
import { adminMessages } from "../../people/factors/admin.messages.ts";
import type { Message } from "../../platform/messages/define-message.ts";
import { orderMessages } from "../../sales/orders/order.messages.ts";
import { officeDay } from "../activity/office-day.messages.ts";
import { contactMessages } from "../contact/contact.messages.ts";
import { copyTest } from "../email-copy/copy-test.messages.ts";
import { portalRestored } from "../first-start/portal-restored.messages.ts";
import { proposalMessage } from "../proposals/proposal.messages.ts";

/** Every kind of message (docs/architecture.md, "A message"). */
export const allMessages = [
  ...accountMessages,
  ...adminMessages,
  bankDetailsChanged,
  backInStock,
  ...memberMessages,
  ...orderMessages,
  paymentReminder,
  ...payoutMessages,
  statementReady,
  commissionWasRepaid,
  repaymentWasUndone,
  ...entryQuestionMessages,
  ...contactMessages,
  proposalMessage,
  portalRestored,
  officeDay,
  copyTest,
] as const;

type Declared = (typeof allMessages)[number]["kind"];
const byKind: ReadonlyMap<Declared, Message> = new Map<Declared, Message>(
  allMessages.map((message) => [message.kind, message]),
);

/** `registrations.ts` does not compile where a kind has no declaration. */
export function messageOf(kind: Declared): Message {
  const message = byKind.get(kind);
  if (!message) throw new Error(`there is no message ${kind}`);
  return message;
}

export function isSecretKind(kind: Declared): boolean {
  return byKind.get(kind)?.isSecret ?? false;
}
