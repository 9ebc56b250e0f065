import { z } from "zod/mini";
import { command, commandIdSchema, orderIdSchema, userIdSchema } from "../../platform/ids.ts";
import { regions } from "../../platform/region.ts";
import { orderSorts, orderWorks, paymentWays, ordersAtOnceMax } from "./order-terms.ts";
import { listOrdersSchema } from "./save-order.ts";
import { searchText } from "../../platform/texts.ts";

/** The office's list of orders; days are inclusive and in the shop's time zone. */
export const officeOrdersSchema = z.extend(listOrdersSchema, {
  method: z.optional(z.enum(paymentWays)),
  region: z.optional(z.enum(regions)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  overpaid: z.optional(z.boolean()),
  /** Partly paid. */
  underpaid: z.optional(z.boolean()),
  /** Orders of test accounts, which are excluded otherwise. */
  test: z.optional(z.boolean()),
  work: z.optional(z.enum(orderWorks)),
  buyerId: z.optional(userIdSchema),
  sellerId: z.optional(userIdSchema),
});
export type OfficeOrders = z.infer<typeof officeOrdersSchema>;

const flag = z.optional(z.enum(["true", "false"]));

/** The query string of an export, with text values and without paging. */
export const orderExportSchema = z.pipe(
  z.extend(
    z.omit(officeOrdersSchema, {
      page: true,
      pageSize: true,
      sort: true,
      overpaid: true,
      underpaid: true,
      test: true,
      buyerId: true,
      sellerId: true,
    }),
    {
      overpaid: flag,
      underpaid: flag,
      test: flag,
      sort: z._default(z.enum(orderSorts), "placedAt"),
      direction: z._default(z.enum(["asc", "desc"]), "desc"),
    },
  ),
  z.transform(({ sort, direction, overpaid, underpaid, test, ...filter }) => ({
    ...filter,
    ...(overpaid === "true" && { overpaid: true }),
    ...(underpaid === "true" && { underpaid: true }),
    ...(test === "true" && { test: true }),
    sort: { by: sort, direction },
  })),
);
/** Filter and sort order without paging. */
export type OrderQuestion = Omit<OfficeOrders, "page" | "pageSize">;

/** Each order is a command of its own, so that a refusal for one does not affect the others. */
export const reassignManySchema = z.strictObject({
  ...command,
  orders: z
    .array(z.strictObject({ commandId: commandIdSchema, uuid: orderIdSchema }))
    .check(z.minLength(1), z.maxLength(ordersAtOnceMax)),
  sellerId: z.nullable(userIdSchema),
});
export type ReassignMany = z.infer<typeof reassignManySchema>;

export const findSellersSchema = z.strictObject({
  search: z.optional(searchText(100)),
});
