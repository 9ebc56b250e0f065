import { rowIdSchema } from "@portal/shared/platform/ids.ts";
import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { defineMessage, type ShopSite } from "../../platform/messages/define-message.ts";
import { repaymentFacts } from "./repaid-commission.queries.ts";

const ids = z.object({ userId: z.int().positive(), lineId: rowIdSchema });
const ofRepayment = {
  ids,
  to: readers.account,
  facts: (db: ReadDatabase, { lineId }: z.infer<typeof ids>, { region }: ShopSite) =>
    repaymentFacts(db, lineId, region),
};

export const commissionWasRepaid = defineMessage({
  ...ofRepayment,
  kind: "commission-repaid",
  words: {
    subject: "We have received the commission you paid back",
    preheader: "The {{repaidAmount}} is in your wallet.",
    paragraphs: [
      "{{greeting}}",
      "We have received the {{repaidAmount}} of commission that you paid back. Your wallet and your statement show it.",
      "If you did not pay this, reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});

export const repaymentWasUndone = defineMessage({
  ...ofRepayment,
  kind: "commission-repayment-undone",
  words: {
    subject: "We have corrected the commission you paid back",
    preheader: "The {{repaidAmount}} is no longer in your wallet.",
    paragraphs: [
      "{{greeting}}",
      "We had recorded that you paid {{repaidAmount}} of commission back, which was a mistake. It is no longer in your wallet, and your balance shows it.",
      "If you did pay it back, reply to this email.",
    ],
    button: { label: "View wallet", leadsTo: "{{portal}}/distributor/my-wallet" },
  },
});
