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
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import {
  findHighestPrice,
  insertProduct,
  isDeliveryTaken,
  listOtherCodes,
  loadKnownProducts,
  lockProduct,
  type Product,
  productVersion,
  updateProduct,
  wasOrdered,
} from "./product.store.ts";
import { comparedPrice, looksOf } from "./like-products.rules.ts";
import { findLargestDiscount, withShare } from "../shop-settings/give-away.queries.ts";
import { lockSettings } from "../shop-settings/settings.store.ts";
import { requireOwnNumbers } from "../shop-settings/shown-texts.queries.ts";
import { sendStockAlerts } from "./stock-alert.actions.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now" | "shop" | "jobs">;
type PriceChange = ChangeOf<"price">;

const isSold = ({ hide, outOfStock }: Pick<SaveProduct, "hide" | "outOfStock">) =>
  !hide && !outOfStock;

/** As it is saved, without the key of the request. */
type Given = Omit<SaveProduct, "commandId">;

/**
 * Adds a product (id -1) or changes one; one that becomes available again triggers its stock alerts. Placed orders keep
 * their prices, which are facts of the ledger. A price far below the highest of the last 30 days stays as it is until two
 * admins have decided (`proposalId`; docs/domain.md, "Decisions of two admins"), and a product that is new, renamed or shown again is
 * hidden until then, where it is far below what it looks like; everything else is saved at once. A lower price and another product
 * require recent authentication.
 *
 * @throws DomainError product.unknown, product.delivery, product.same-code, edit.changed-meanwhile, upload.unknown,
 * content.account-number, request.reused-key, access.password-needed
 */
export async function saveProduct(
  context: Caller,
  user: SignedInUser,
  { commandId, ...given }: SaveProduct,
): Promise<{ id: number; proposalId: string | null }> {
  return context.db.transaction().execute(async (tx) => {
    if (given.id === newItemId) return addOnce(tx, context, user, { commandId, given });
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    const before = await lockProduct(tx, given.id);
    await requireDelivery(tx, given, before.productCode);
    requireVersion(productVersion(before), given.version);
    await requireOwnNumbers(tx, context.now(), shownTextsOf(given), shownTextsOf(before));
    const isResized = given.dimensions !== before.dimensions;
    if (given.price < before.price || isResized || isOtherProduct(before, given))
      await requireRecentAuthentication(context);
    if (given.productCode !== before.productCode) await requireOwnCode(tx, given);
    const change = await priceOfTwo(tx, context, before, given);
    const hide = given.hide || change?.isShownThen === true;
    const saved = change ? { ...given, price: before.price, hide } : given;
    await updateIn(tx, context, before, saved);
    if (isSold(saved) && !isSold(before)) await sendStockAlerts(tx, context, given.id);
    const proposalId =
      change &&
      (await proposePrice(tx, context, user, context.newId(), { ...change, productId: given.id }));
    return { id: given.id, proposalId };
  });
}

/** A retry is answered with the same product, and with what was proposed. */
async function addOnce(
  tx: Tx,
  context: Caller,
  user: SignedInUser,
  {
    commandId = context.newId(),
    given,
  }: Readonly<{ commandId?: string | undefined; given: Given }>,
) {
  const by = { userId: context.user?.id ?? null };
  const key = { commandId, kind: "product", by, request: given, at: context.now() } as const;
  const id = await runOnce(tx, key, async () => {
    await requireRecentAuthentication(context);
    const change = await priceOfTwo(tx, context, null, given);
    const hide = given.hide || change !== null;
    const productId = await addProduct(tx, context, { ...given, hide });
    if (change) await proposePrice(tx, context, user, commandId, { ...change, productId });
    return productId;
  });
  const proposed = await findProposal(tx, commandId);
  return { id, proposalId: proposed?.id ?? null };
}

async function proposePrice(
  tx: Tx,
  context: Caller,
  user: SignedInUser,
  id: string,
  data: PriceChange["data"],
): Promise<string> {
  const change = await withShare(tx, context, { kind: "price", data, words: null } as const);
  return (await proposeOnceIn(tx, context, user, { id, change })).proposalId;
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
  { version: _began, ...fields }: Given,
): Promise<void> {
  const changed = changedFields(before, fields);
  await updateProduct(tx, fields, context.now());
  const target = `product ${before.id}`;
  await insertAudit(tx, context, { action: "product.changed", target, details: { changed } });
}

/** What makes it another product in the eyes of buyers and of whoever packs it: new, renamed, of another group, shown again. */
function isOtherProduct(before: Product | null, given: Given): boolean {
  if (before === null) return true;
  const { name, productCode, productGroup, hide } = before;
  return (
    (hide && !given.hide) ||
    Object.keys(changedFields({ name, productCode, productGroup }, given)).length > 0
  );
}

/** The price that takes two admins, and whether the product is hidden until then; null where one may set it. */
async function priceOfTwo(
  tx: Tx,
  context: Context,
  before: Product | null,
  given: Given,
): Promise<Omit<PriceChange["data"], "productId"> | null> {
  const { name, price, productCode, productGroup } = given;
  const isOther = isOtherProduct(before, given);
  if (!isOther && before && price >= before.price) return null;
  // A sale that is put on or a margin that is raised at this moment waits, and then sees the price.
  await lockSettings(tx);
  const isDelivery = productCode === deliveryProductCode;
  const off = isDelivery ? 0 : await findLargestDiscount(tx, context, "with-proposed");
  const own = before === null ? 0 : await findHighestPrice(tx, before.id, context.now());
  const others = isDelivery || given.hide ? 0 : await priceOfOthers(tx, context, given, isOther);
  const highest = Math.max(before && price < before.price ? own : 0, others);
  if (!isBeyondGiveMax(lessBps(price, off), highest)) return null;
  return {
    name,
    price,
    before: before?.price ?? price,
    highest,
    productCode,
    productGroup,
    ...(isOther && !given.hide && { isShownThen: true as const }),
  };
}

/** What a product is compared with that is another one by now, or became another one in the last 30 days. */
async function priceOfOthers(
  tx: Tx,
  context: Context,
  given: Given,
  isOther: boolean,
): Promise<number> {
  const known = await loadKnownProducts(tx, context.now());
  const isRenewed = isOther || known.some(({ id, isRenewed: is }) => is && id === given.id);
  return isRenewed ? comparedPrice(given, known) : 0;
}

/** By a decision of two admins. Products are no events; as a command of the ledger it is done once. */
export async function changePrice(
  caller: Caller,
  commandId: string,
  { productId, price, isShownThen }: PriceChange["data"],
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "products.save", id: productId });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      const before = await lockProduct(tx, productId);
      const { dateCreated: _since, dateUpdated: _at, ...fields } = before;
      const saved = { ...fields, price, hide: fields.hide && !isShownThen };
      await updateIn(tx, caller, before, saved);
      if (isSold(saved) && !isSold(before)) await sendStockAlerts(tx, caller, productId);
    },
  }));
}

async function addProduct(tx: Tx, context: Context, given: Given): Promise<number> {
  if (given.imageId !== null) await requirePicture(tx, given.imageId);
  await requireOwnNumbers(tx, context.now(), shownTextsOf(given), {});
  await requireDelivery(tx, given, null);
  await requireOwnCode(tx, given);
  const id = await insertProduct(tx, given, context.now());
  const details = { price: given.price };
  await insertAudit(tx, context, { action: "product.added", target: `product ${id}`, details });
  return id;
}

/** Nothing can be sent without the delivery product: it keeps its code, is always on sale, and is unique. */
async function requireDelivery(tx: Tx, given: Given, codeBefore: string | null) {
  const [was, is] = [codeBefore, given.productCode].map((code) => code === deliveryProductCode);
  if (!was && !is) return;
  const isUsable = is && isSold(given);
  if (!isUsable || (await isDeliveryTaken(tx, given.id)))
    throw new DomainError("product.delivery", { field: "productCode" });
}

/** Orders, packing slips and couriers name a product by its code. */
async function requireOwnCode(tx: Tx, { id, productCode }: Given): Promise<void> {
  await lockSettings(tx);
  const looks = looksOf(productCode);
  const codes = await listOtherCodes(tx, id);
  if (productCode !== deliveryProductCode && codes.some((code) => looksOf(code) === looks))
    throw new DomainError("product.same-code", { field: "productCode" });
}

/**
 * Whether a product is still what was proposed: its price, and its name, code and group, which decisions of earlier releases have not.
 */
export async function isProductAsProposed(
  tx: Tx,
  { productId, before, name, productCode, productGroup }: PriceChange["data"],
): Promise<boolean> {
  const now = await lockProduct(tx, productId);
  return (
    now.price === before &&
    now.name === name &&
    now.productCode === productCode &&
    now.productGroup === productGroup
  );
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
