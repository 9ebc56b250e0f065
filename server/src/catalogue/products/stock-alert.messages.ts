import { z } from "zod";
import { readOnly } from "../../platform/db/database.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { findStockAlert } from "./product.queries.ts";

/** To a subscriber of the stock alert, who may have no account. */
export const backInStock = defineMessage({
  kind: "back-in-stock",
  ids: z.object({ userId: z.null(), alertId: z.guid() }),
  async to(db, { alertId }) {
    const alert = await findStockAlert(readOnly(db), alertId);
    return alert && { firstName: "", role: "customer", email: alert.email, cell: null };
  },
  facts: async (db, { alertId }) => ({
    productName: (await findStockAlert(db, alertId))?.productName ?? "",
  }),
  words: {
    subject: "{{productName}} is back in stock",
    preheader: "You can order it again now.",
    paragraphs: [
      "{{greeting}}",
      "You asked us to tell you when {{productName}} is back in stock. You can order it now.",
      "This is the only email we’ll send about it. We’ll now delete your address from our list.",
      "If you did not ask for this, ignore this email.",
    ],
    button: { label: "Order now", leadsTo: "{{home}}" },
  },
});
