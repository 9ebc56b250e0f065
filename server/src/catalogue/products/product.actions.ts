import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { newItemId } from "@portal/shared/platform/editing.ts";
import type { SaveProduct } from "@portal/shared/catalogue/products.ts";
import { isBeyondGiveMax } from "@portal/shared/platform/acts.ts";
import { lessBps } from "@portal/shared/platform/money.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { changedFields, requireVersion } from "../../platform/idempotency/edit-version.ts";
import { runOnce } from "../../platform/idempotency/run-once.ts";
import { proposeOnceIn } from "../../platform/proposals/propose.actions.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import {
  findHighestPrice,
  findRaisedMargin,
  insertProduct,
  isDeliveryTaken,
  lockProduct,
  type Product,
  productVersion,
  updateProduct,
  wasOrdered,
} from "./product.store.ts";
import { loadAllSettings, lockSettings } from "../shop-settings/settings.store.ts";
import { requireOwnNumbers } from "../shop-settings/shown-texts.queries.ts";
import { sendStockAlerts } from "./stock-alert.actions.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now" | "shop" | "jobs">;

const isSold = ({ hide, outOfStock }: Pick<SaveProduct, "hide" | "outOfStock">) =>
  !hide && !outOfStock;

/**
 * Adds a product (id -1) or changes one; one that becomes available again triggers its stock alerts. Placed orders keep
 * their prices, which are facts of the ledger. A price far below the highest of the last 30 days stays as it is until two
 * admins have decided (`proposalId`; docs/domain.md, "Decisions of two admins"); everything else is saved at once. Any lower
 * price requires recent authentication.
 *
 * @throws DomainError product.unknown, product.delivery, edit.changed-meanwhile, upload.unknown,
 * content.account-number, request.reused-key, access.password-needed
 */
export async function saveProduct(
  context: Caller,
  user: SignedInUser,
  { commandId, ...given }: SaveProduct,
): Promise<{ id: number; proposalId: string | null }> {
  return context.db.transaction().execute(async (tx) => {
    if (given.id === newItemId) {
      const by = { userId: context.user?.id ?? null };
      const key = { commandId, kind: "product", by, request: given, at: context.now() } as const;
      const id = await runOnce(tx, key, () => addProduct(tx, context, given));
      return { id, proposalId: null };
    }
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    const before = await lockProduct(tx, given.id);
    await requireDelivery(tx, given, before.productCode);
    requireVersion(productVersion(before), given.version);
    await requireOwnNumbers(tx, context.now(), shownTextsOf(given), shownTextsOf(before));
    if (given.price < before.price) await requireRecentAuthentication(context);
    const change = await priceOfTwo(tx, context, before, given);
    const saved = change ? { ...given, price: before.price } : given;
    await updateIn(tx, context, before, saved);
    if (isSold(given) && !isSold(before)) await sendStockAlerts(tx, context, given.id);
    const proposed =
      change && (await proposeOnceIn(tx, context, user, { id: context.newId(), change }));
    return { id: given.id, proposalId: proposed?.proposalId ?? null };
  });
}

type ShownTexts = Pick<
  SaveProduct,
  "name" | "description" | "dimensions" | "outOfStockButton" | "outOfStockMessage"
>;

function shownTextsOf({
  name,
  description,
  dimensions,
  outOfStockButton,
  outOfStockMessage,
}: ShownTexts): ShownTexts {
  return { name, description, dimensions, outOfStockButton, outOfStockMessage };
}

async function updateIn(
  tx: Tx,
  context: Context,
  before: Product,
  { version: _began, ...fields }: SaveProduct,
): Promise<void> {
  const changed = changedFields(before, fields);
  await updateProduct(tx, fields, context.now());
  const target = `product ${before.id}`;
  await insertAudit(tx, context, { action: "product.changed", target, details: { changed } });
}

/** The lower price that takes two admins; null where one may set it. */
async function priceOfTwo(
  tx: Tx,
  context: Context,
  { id, price: before, productCode }: Product,
  { name, price }: SaveProduct,
) {
  if (price >= before) return null;
  // A sale that is put on or a margin that is raised at this moment waits, and then sees the lower price.
  await lockSettings(tx);
  const off = productCode === deliveryProductCode ? 0 : await largestDiscount(tx, context);
  const highest = await findHighestPrice(tx, id, context.now());
  if (!isBeyondGiveMax(lessBps(price, off), highest)) return null;
  const data = { productId: id, name, price, before, highest };
  return { kind: "price", data, words: null } as const;
}

/** In basis points. A sale and a margin do not add up; the larger applies. */
async function largestDiscount(tx: Tx, { now, shop }: Context): Promise<number> {
  const { sale } = await loadAllSettings(tx, shop.region);
  return Math.max(sale.bfEnabled ? sale.bfDiscount * 100 : 0, await findRaisedMargin(tx, now()));
}

/** By a decision of two admins. Products are no events; as a command of the ledger it is done once. */
export async function changePrice(
  caller: Caller,
  commandId: string,
  { productId, price }: ChangeOf<"price">["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "products.save", id: productId });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      const before = await lockProduct(tx, productId);
      const { dateCreated: _since, dateUpdated: _at, ...fields } = before;
      await updateIn(tx, caller, before, { ...fields, price });
    },
  }));
}

async function addProduct(tx: Tx, context: Context, given: SaveProduct): Promise<number> {
  if (given.imageId !== null) await requirePicture(tx, given.imageId);
  await requireOwnNumbers(tx, context.now(), shownTextsOf(given), {});
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
