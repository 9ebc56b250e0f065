import { itemRefSchema, listItemsSchema } from "@portal/shared/platform/editing.ts";
import { saveProductSchema, tellWhenBackSchema } from "@portal/shared/catalogue/products.ts";
import { procedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { deleteProduct, saveProduct } from "./product.actions.ts";
import { tellWhenBack } from "./stock-alert.actions.ts";
import { getProduct, listProductItems } from "./product.queries.ts";

export const productRouter = router({
  list: signedInProcedure
    .input(listItemsSchema)
    .query(({ ctx, input }) => listProductItems(ctx.readDb, ctx.shop.region, input)),
  byId: signedInProcedure
    .input(itemRefSchema)
    .query(({ ctx, input }) => getProduct(ctx.readDb, input.id)),
  save: signedInProcedure
    .input(saveProductSchema)
    .mutation(({ ctx, input }) => saveProduct(ctx, ctx.user, input)),
  delete: signedInProcedure
    .input(itemRefSchema)
    .mutation(({ ctx, input }) => deleteProduct(ctx, input.id)),
  tellWhenBack: procedure
    .input(tellWhenBackSchema)
    .mutation(({ ctx, input }) => tellWhenBack(ctx, input)),
});
