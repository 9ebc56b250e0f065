import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { newItemId, type SaveKey } from "@portal/shared/platform/editing.ts";
import type { SaveProduct } from "@portal/shared/catalogue/products.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { changedFields, requireVersion } from "../../platform/idempotency/edit-version.ts";
import { runOnce } from "../../platform/idempotency/run-once.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import {
  insertProduct,
  isDeliveryTaken,
  lockProduct,
  productVersion,
  updateProduct,
  wasOrdered,
} from "./product.store.ts";
import { sendStockAlerts } from "./stock-alert.actions.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now" | "jobs">;

const isSold = ({ hide, outOfStock }: Pick<SaveProduct, "hide" | "outOfStock">) =>
  !hide && !outOfStock;

/**
 * Adds a product (id -1) or changes one; one that becomes available again triggers its stock alerts. Placed orders keep
 * their prices, which are facts of the ledger.
 *
 * @throws DomainError product.unknown, product.delivery, edit.changed-meanwhile, upload.unknown,
 * request.reused-key
 */
export async function saveProduct(
  context: Context,
  { commandId, ...given }: SaveProduct & SaveKey,
): Promise<{ id: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (given.id === newItemId) {
      const by = { userId: context.user?.id ?? null };
      const key = { commandId, kind: "product", by, request: given, at: context.now() } as const;
      return { id: await runOnce(tx, key, () => addProduct(tx, context, given)) };
    }
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    const before = await lockProduct(tx, given.id);
    await requireDelivery(tx, given, before.productCode);
    requireVersion(productVersion(before), given.version);
    const { version: _began, ...fields } = given;
    const changed = changedFields(before, fields);
    await updateProduct(tx, given, context.now());
    if (isSold(given) && !isSold(before)) await sendStockAlerts(tx, context, given.id);
    const target = `product ${given.id}`;
    await insertAudit(tx, context, { action: "product.changed", target, details: { changed } });
    return { id: given.id };
  });
}

async function addProduct(tx: Tx, context: Context, given: SaveProduct): Promise<number> {
  if (given.imageId !== null) await requirePicture(tx, given.imageId);
  await requireDelivery(tx, given, null);
  const id = await insertProduct(tx, given, context.now());
  const details = { price: given.price };
  await insertAudit(tx, context, { action: "product.added", target: `product ${id}`, details });
  return id;
}

/** Nothing can be sent without the delivery product: it keeps its code, is always on sale, and is unique. */
async function requireDelivery(tx: Tx, given: SaveProduct, codeBefore: string | null) {
  const [was, is] = [codeBefore, given.productCode].map((code) => code === deliveryProductCode);
  if (!was && !is) return;
  const isUsable = is && isSold(given);
  if (!isUsable || (await isDeliveryTaken(tx, given.id)))
    throw new DomainError("product.delivery", { field: "productCode" });
}

/** @throws DomainError product.unknown, product.ordered, product.delivery */
export async function deleteProduct(context: Context, id: number): Promise<{ id: number }> {
  await context.db.transaction().execute(async (tx) => {
    const { productCode, price } = await lockProduct(tx, id);
    if (productCode === deliveryProductCode) throw new DomainError("product.delivery");
    if (await wasOrdered(tx, id)) throw new DomainError("product.ordered");
    await tx.deleteFrom("product").where("id", "=", id).execute();
    const details = { price };
    await insertAudit(tx, context, { action: "product.deleted", target: `product ${id}`, details });
  });
  return { id };
}
