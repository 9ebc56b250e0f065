import { z } from "zod";
import { commandIdSchema, orderIdSchema, userIdSchema } from "../../platform/ids.ts";
import { regions } from "../../platform/region.ts";
import { orderSorts, orderWorks, paymentWays, reassignedAtOnceMax } from "./order-terms.ts";
import { listOrdersSchema } from "./save-order.ts";

/** The office's list of orders: the days are those of the shop, both included. */
export const officeOrdersSchema = listOrdersSchema.extend({
  method: z.enum(paymentWays).optional(),
  region: z.enum(regions).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Those of which more is here than was asked for. */
  overpaid: z.boolean().optional(),
  /** Those of which something came in, and not all. */
  underpaid: z.boolean().optional(),
  /** Those of test accounts, which are in no other list. */
  test: z.boolean().optional(),
  work: z.enum(orderWorks).optional(),
  /** What one person bought, or sold. */
  buyerId: userIdSchema.optional(),
  sellerId: userIdSchema.optional(),
});
export type OfficeOrders = z.infer<typeof officeOrdersSchema>;

const flag = z.enum(["true", "false"]).optional();

/** The same in the address of a file, where everything is text; all rows, so without pages. */
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
  .transform(({ sort, direction, overpaid, underpaid, test, ...asked }) => ({
    ...asked,
    ...(overpaid === "true" && { overpaid: true }),
    ...(underpaid === "true" && { underpaid: true }),
    ...(test === "true" && { test: true }),
    sort: { by: sort, direction },
  }));
/** What is asked of all rows, whatever page of them. */
export type OrderQuestion = Omit<OfficeOrders, "page" | "pageSize">;

/** Each order is a command of its own, so that one that cannot be given away holds up no other. */
export const reassignManySchema = z.object({
  orders: z
    .array(z.object({ commandId: commandIdSchema, uuid: orderIdSchema }))
    .min(1)
    .max(reassignedAtOnceMax),
  sellerId: userIdSchema.nullable(),
});
export type ReassignMany = z.infer<typeof reassignManySchema>;

export const findSellersSchema = z.object({ search: z.string().trim().max(100).optional() });
