import { orderRefSchema } from "@portal/shared/sales/orders/save-order.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { explainForOffice } from "./explain-order.queries.ts";

export const commissionRouter = router({
  explain: procedure("commissions.explain")
    .input(orderRefSchema)
    .query(({ ctx, input }) => explainForOffice(ctx.readDb, input.uuid)),
});
