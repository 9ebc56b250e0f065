import { z } from "zod";
import { commandIdSchema, orderIdSchema, userIdSchema } from "../../platform/ids.ts";
import { regions } from "../../platform/region.ts";
import { orderSorts, orderWorks, paymentWays, reassignedAtOnceMax } from "./order-terms.ts";
import { listOrdersSchema } from "./save-order.ts";

/** The office's list of orders; days are inclusive and in the shop's time zone. */
export const officeOrdersSchema = listOrdersSchema.extend({
  method: z.enum(paymentWays).optional(),
  region: z.enum(regions).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  overpaid: z.boolean().optional(),
  /** Partly paid. */
  underpaid: z.boolean().optional(),
  /** Orders of test accounts, which are excluded otherwise. */
  test: z.boolean().optional(),
  work: z.enum(orderWorks).optional(),
  buyerId: userIdSchema.optional(),
  sellerId: userIdSchema.optional(),
});
export type OfficeOrders = z.infer<typeof officeOrdersSchema>;

const flag = z.enum(["true", "false"]).optional();

/** The query string of an export, with text values and without paging. */
export const orderExportSchema = officeOrdersSchema
  .omit({ page: true, pageSize: true, sort: true, overpaid: true, underpaid: true, test: true })
  .omit({ buyerId: true, sellerId: true })
  .extend({
    overpaid: flag,
    underpaid: flag,
    test: flag,
    sort: z.enum(orderSorts).default("placedAt"),
    direction: z.enum(["asc", "desc"]).default("desc"),
  })
  .transform(({ sort, direction, overpaid, underpaid, test, ...filter }) => ({
    ...filter,
    ...(overpaid === "true" && { overpaid: true }),
    ...(underpaid === "true" && { underpaid: true }),
    ...(test === "true" && { test: true }),
    sort: { by: sort, direction },
  }));
/** Filter and sort order without paging. */
export type OrderQuestion = Omit<OfficeOrders, "page" | "pageSize">;

/** Each order is a command of its own, so that a refusal for one does not affect the others. */
export const reassignManySchema = z.object({
  orders: z
    .array(z.object({ commandId: commandIdSchema, uuid: orderIdSchema }))
    .min(1)
    .max(reassignedAtOnceMax),
  sellerId: userIdSchema.nullable(),
});
export type ReassignMany = z.infer<typeof reassignManySchema>;

export const findSellersSchema = z.object({ search: z.string().trim().max(100).optional() });
