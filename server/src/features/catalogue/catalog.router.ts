import { quoteSchema } from "@portal/shared/orders/save-order.ts";
import { procedure, router } from "../../http/trpc.ts";
import { listProducts, quoteBasket } from "./catalog.actions.ts";

export const catalogRouter = router({
  products: procedure.query(({ ctx }) => listProducts(ctx)),
  quote: procedure.input(quoteSchema).query(({ ctx, input }) => quoteBasket(ctx, input)),
});
