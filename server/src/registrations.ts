import type { Caller } from "./caller.ts";
import { findClosedBooks } from "./money/statements/closing.queries.ts";
import { restoreCredit } from "./money/wallets/wallet.actions.ts";
import { findLeaderBps } from "./network/commissions/commission-plan.queries.ts";
import { findWrittenWords } from "./office/email-copy/email-copy.store.ts";
import { isSecretKind, messageOf } from "./office/messages/message-catalogue.ts";
import { commissionOf } from "./sales/orders/expected-commission.queries.ts";

/** What lower areas need from higher ones, which they must not import (docs/architecture.md). */
export const registrations: Pick<
  Caller,
  "messages" | "restoreCredit" | "findClosedBooks" | "findLeaderBps" | "commissionOf"
> = {
  messages: { ofKind: messageOf, isSecret: isSecretKind, findWrittenWords },
  restoreCredit,
  findClosedBooks,
  findLeaderBps,
  commissionOf,
};
