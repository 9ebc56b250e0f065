import type { TellWhenBack } from "@portal/shared/catalogue/products.ts";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type MessageContext, queueMessage } from "../../platform/messages/queue-message.ts";
import { requireWithinLimit, stockAlertsFrom } from "../../platform/rate-limit/rate-limits.ts";
import { backInStock } from "./stock-alert.messages.ts";

/** All are emailed in one transaction; more than this per product is abuse. */
const waitingMax = 5000;

/**
 * Stores an email address until the product can be ordered again. A repeated request adds no second entry, and gets the
 * same response, so that it does not reveal who else has asked.
 *
 * @throws DomainError access.too-many-tries, product.unknown, product.in-stock, product.many-waiting
 */
export async function tellWhenBack(
  caller: Pick<Caller, "db" | "ip" | "now" | "newId">,
  { productId, email }: TellWhenBack,
): Promise<{ noted: true }> {
  await requireWithinLimit(caller, stockAlertsFrom(caller.ip));
  await caller.db.transaction().execute(async (tx) => {
    // Serialises with the update that brings the product back: it either includes this alert or is visible here.
    const product = await tx
      .selectFrom("product")
      .select(["out_of_stock as outOfStock", "hide", "product_code as productCode"])
      .where("id", "=", productId)
      .forKeyShare()
      .executeTakeFirst();
    if (!product || product.hide || product.productCode === deliveryProductCode)
      throw new DomainError("product.unknown");
    if (!product.outOfStock) throw new DomainError("product.in-stock");
    const { waiting } = await tx
      .selectFrom("stock_alert")
      .select(({ fn }) => fn.countAll<number>().as("waiting"))
      .where("product_id", "=", productId)
      .where("told_at", "is", null)
      .executeTakeFirstOrThrow();
    if (waiting >= waitingMax) throw new DomainError("product.many-waiting");
    await tx
      .insertInto("stock_alert")
      .values({ id: caller.newId(), product_id: productId, email, asked_at: caller.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return { noted: true };
}

/** Queues one email per alert, in the transaction that brings the product back. */
export async function sendStockAlerts(
  tx: Tx,
  context: MessageContext,
  productId: number,
): Promise<void> {
  const waiting = await tx
    .updateTable("stock_alert")
    .set({ told_at: context.now() })
    .where("product_id", "=", productId)
    .where("told_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of waiting)
    await queueMessage(tx, context, `stock-alert:${id}`, backInStock, {
      userId: null,
      alertId: id,
    });
}
