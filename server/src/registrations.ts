import { findWrittenWords } from "./office/email-copy/email-copy.store.ts";
import { getMessageFacts, isProvedRecipient } from "./office/messages/message-facts.queries.ts";
import { findAddressee } from "./office/messages/message-readers.queries.ts";
import { mintSecrets } from "./people/accounts/account-secret.store.ts";
import { restoreCredit } from "./money/wallets/wallet.actions.ts";
import type { Caller } from "./caller.ts";
import { isStillToPay } from "./sales/payments/payment.queries.ts";

/** Functions that lower areas need from higher ones, which they must not import (docs/architecture.md). */
export const registrations: Pick<Caller, "messageSources" | "restoreCredit"> = {
  messageSources: {
    // A message about a declined card is obsolete once the order has been paid.
    isStillWanted: async (db, about) =>
      about.kind !== "order-payment-failed" || isStillToPay(db, about.orderId),
    isProved: isProvedRecipient,
    findAddressee,
    getFacts: getMessageFacts,
    mintSecrets,
    findWrittenWords,
  },
  restoreCredit,
};
