import { rowIdSchema } from "@portal/shared/platform/ids.ts";
import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { repaymentFacts } from "./repaid-commission.queries.ts";

export const commissionWasRepaid = defineMessage({
  kind: "commission-repaid",
  ids: z.object({ userId: z.int().positive(), lineId: rowIdSchema }),
  to: readers.account,
  facts: (db, { lineId }, { region }) => repaymentFacts(db, lineId, region),
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
