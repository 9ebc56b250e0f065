import { dayInWords } from "@portal/shared/platform/calendar.ts";
import { payoutIdSchema } from "@portal/shared/platform/ids.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { defineMessage, type ShopSite } from "../../platform/messages/define-message.ts";
import type { Values } from "../../platform/messages/fill-words.ts";

const payoutIds = z.object({ userId: z.int().positive(), payoutId: payoutIdSchema });
const ofPayout = { ids: payoutIds, to: readers.account, facts: factsOfPayment };

export const payoutRequested = defineMessage({
  ...ofPayout,
  kind: "payout-requested",
  words: {
    subject: "We have received your payout request",
    preheader: "We’ll pay {{payoutAmount}} into your bank account.",
    paragraphs: [
      "{{greeting}}",
      "We have received your request for a payout of {{payoutAmount}}. We’ll pay it into your bank account and email you when it is done.",
      "If this was not you, reply to this email now and choose a new password.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

export const payoutPaid = defineMessage({
  ...ofPayout,
  kind: "payout-paid",
  words: {
    subject: "We have paid your payout",
    preheader: "{{payoutAmount}}, paid on {{payoutDay}}.",
    paragraphs: [
      "{{greeting}}",
      "We paid {{payoutAmount}} into your bank account on {{payoutDay}}. It can take a day or two to show.",
      "If it does not arrive, reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

export const payoutRejected = defineMessage({
  ...ofPayout,
  // The tax is back in the wallet too.
  facts: (db: ReadDatabase, ids: z.infer<typeof payoutIds>, site: ShopSite) =>
    payoutFacts(db, ids, site, { withTax: true }),
  kind: "payout-rejected",
  words: {
    subject: "We did not pay your payout request",
    preheader: "The {{payoutAmount}} is back in your wallet, with the reason.",
    paragraphs: [
      "{{greeting}}",
      "We did not pay your request for {{payoutAmount}}. The money is back in your wallet. You’ll find the reason there, and you can request it again.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

export const payoutReturned = defineMessage({
  ...ofPayout,
  // The tax is back in the wallet too.
  facts: (db: ReadDatabase, ids: z.infer<typeof payoutIds>, site: ShopSite) =>
    payoutFacts(db, ids, site, { withTax: true }),
  kind: "payout-returned",
  words: {
    subject: "The bank returned your payout",
    preheader: "The {{payoutAmount}} is back in your wallet.",
    paragraphs: [
      "{{greeting}}",
      "Your bank did not accept our payment, so the {{payoutAmount}} is back in your wallet. Check your bank details, then request it again.",
      "If you don’t know why, ask your bank or reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

export const payoutReturnUndone = defineMessage({
  ...ofPayout,
  facts: (db: ReadDatabase, ids: z.infer<typeof payoutIds>, site: ShopSite) =>
    payoutFacts(db, ids, site, { withTax: true }),
  kind: "payout-return-undone",
  words: {
    subject: "Your payout was not returned after all",
    preheader: "The {{payoutAmount}} is no longer in your wallet.",
    paragraphs: [
      "{{greeting}}",
      "We had recorded that the bank returned your payout, which was a mistake. It is paid again in our records, and the {{payoutAmount}} is no longer in your wallet.",
      "If that makes your balance negative, new commission makes up for it first. If our payment is not in your bank account, reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

/** With what goes to the bank. */
function factsOfPayment(
  db: ReadDatabase,
  ids: z.infer<typeof payoutIds>,
  site: ShopSite,
): Promise<Values> {
  return payoutFacts(db, ids, site, { withTax: false });
}

async function payoutFacts(
  db: ReadDatabase,
  { payoutId }: z.infer<typeof payoutIds>,
  { region }: ShopSite,
  { withTax }: Readonly<{ withTax: boolean }>,
): Promise<Values> {
  const payout = await db
    .selectFrom("projection.payout_request as payout")
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .select(["payout.requested", "payout.withheld", "payout.paid_on as paidOn", "region.currency"])
    .where("payout.payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return {
    payoutAmount: formatMoney(payout.requested - (withTax ? 0 : payout.withheld), payout.currency),
    payoutDay: payout.paidOn === null ? "" : dayInWords(payout.paidOn),
  };
}

export const payoutMessages = [
  payoutRequested,
  payoutPaid,
  payoutRejected,
  payoutReturned,
  payoutReturnUndone,
] as const;
