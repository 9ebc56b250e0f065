import {
  itemRefSchema,
  listItemsSchema,
  itemCommandSchema,
} from "@portal/shared/platform/editing.ts";
import { productSchema, tellWhenBackSchema } from "@portal/shared/catalogue/products.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { deleteProduct, saveProduct } from "./product.actions.ts";
import { tellWhenBack } from "./stock-alert.actions.ts";
import { getProduct, listProductItems } from "./product.queries.ts";

export const productRouter = router({
  list: procedure("products.list")
    .input(listItemsSchema)
    .query(({ ctx, input }) => listProductItems(ctx.readDb, ctx.shop.region, input)),
  byId: procedure("products.byId")
    .input(itemRefSchema)
    .query(({ ctx, input }) => getProduct(ctx.readDb, input.id)),
  save: procedure("products.save")
    .input(productSchema)
    .mutation(({ ctx, input }) => saveProduct(ctx, ctx.user, input)),
  delete: procedure("products.delete")
    .input(itemCommandSchema)
    .mutation(({ ctx, input }) => deleteProduct(ctx, input.id)),
  tellWhenBack: procedure("products.tellWhenBack")
    .input(tellWhenBackSchema)
    .mutation(({ ctx, input }) => tellWhenBack(ctx, input)),
});
