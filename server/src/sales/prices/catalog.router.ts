import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { quoteSchema } from "@portal/shared/sales/orders/save-order.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { listProducts, quoteBasket } from "./catalog.actions.ts";

export const catalogRouter = router({
  products: procedure("catalog.products")
    .input(nothingSchema)
    .query(({ ctx }) => listProducts(ctx)),
  quote: procedure("catalog.quote")
    .input(quoteSchema)
    .query(({ ctx, input }) => quoteBasket(ctx, input)),
});
