import { orderRefSchema, payWithCreditSchema } from "@portal/shared/sales/orders/save-order.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { getCreditForOrder, payWithCredit } from "./pay-with-credit.actions.ts";

/** Part of the procedures `orders`. */
export const orderCreditRouter = router({
  creditFor: signedInProcedure
    .input(orderRefSchema)
    .query(({ ctx, input }) => getCreditForOrder(ctx, ctx.user.id, input.uuid)),
  payWithCredit: signedInProcedure
    .input(payWithCreditSchema)
    .mutation(({ ctx, input }) => payWithCredit(ctx, ctx.user.id, input)),
});
