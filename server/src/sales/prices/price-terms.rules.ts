import type { OwnVat } from "@portal/shared/catalogue/vat-rates.ts";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { type AddressPlace, countryOf, type Region } from "@portal/shared/platform/region.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type {
  Buyer,
  DeliveryTerms,
  PriceTerms,
} from "@portal/shared/sales/orders/order-pricing.ts";
import { hasPlace } from "@portal/shared/people/addresses.ts";

export type ProductRow = Readonly<{
  id: number;
  name: string;
  description: string;
  price: number;
  originalPrice: number | null;
  productCode: string;
  outOfStock: boolean;
  outOfStockButton: string;
  outOfStockMessage: string;
  hide: boolean;
}>;

/** The shop's terms of today, the same for all buyers. */
export type ShopTerms = Readonly<{
  currency: Currency;
  vatBps: number;
  blackFridayBps: number;
  /** Why no orders are taken at present; empty where they are. */
  stockIssues: string;
  /** The courier's service that buyers are offered first; empty is the soonest. */
  firstDelivery: string;
  /** Of one account, or of the guests of one client address. */
  ordersPerHour: number;
  /** Null while the shop has no DELIVERY product, and so cannot sell. */
  delivery: DeliveryTerms | null;
  products: readonly ProductRow[];
}>;

/** From the region and the settings of the shop. */
export type ShopRow = Readonly<{
  currency: Currency;
  vatBps: number;
  deliveryFlat: number | null;
  blackFridayEnabled: boolean;
  blackFridayBps: number;
  stockIssues: string;
  firstDelivery: string;
  ordersPerHour: number;
}>;

/** The DELIVERY product has the price of a parcel, and is not for sale. */
export function shopTermsOf(row: ShopRow, products: readonly ProductRow[]): ShopTerms {
  const { currency, vatBps, stockIssues, firstDelivery, deliveryFlat, ordersPerHour } = row;
  const parcel = products.find(({ productCode }) => productCode === deliveryProductCode);
  return {
    currency,
    vatBps,
    blackFridayBps: row.blackFridayEnabled ? row.blackFridayBps : 0,
    stockIssues,
    firstDelivery,
    ordersPerHour,
    delivery: parcel
      ? { productId: parcel.id, parcelPrice: parcel.price, flatPrice: deliveryFlat }
      : null,
    products: products.filter((product) => product !== parcel),
  };
}

/** @throws DomainError order.product-unavailable where the shop has no DELIVERY product */
export function priceTermsFor(buyer: Buyer, shop: ShopTerms): PriceTerms {
  const { delivery, products, blackFridayBps } = shop;
  if (!delivery) throw new DomainError("order.product-unavailable", deliveryProductCode);
  return { buyer, products, blackFridayBps, delivery };
}

export type Member = Readonly<{ userId: number; test: boolean }>;

/** The buyer's facts for the prices and the seller rule. */
export type BuyerFacts = Readonly<{
  userId: number | null;
  pricing: Buyer;
  /** An active member of the network sells to itself. */
  isActiveMember: boolean;
  /** The active member who registered this customer. */
  parent: Member | null;
  test: boolean;
  /** The VAT rate on a stockist's own orders, in bps; null: the region's (docs/decisions.md, 24). */
  ownVat: OwnVat;
}>;

/** An account with its member and its parent member, where it has them. */
export type BuyerRow = Readonly<{
  role: Role;
  customerMarginBps: number | null;
  stockistVatBps: number | null;
  isStockistVatLower: boolean;
  test: boolean;
  kind: "distributor" | "stockist" | null;
  active: boolean | null;
  marginBps: number | null;
  parentId: number | null;
  parentActive: boolean | null;
  parentTest: boolean | null;
}>;

const guest: BuyerFacts = {
  userId: null,
  pricing: { kind: "guest", marginBps: 0 },
  isActiveMember: false,
  parent: null,
  test: false,
  ownVat: { bps: null, isLower: false },
};

/** An unknown account buys as a guest. */
export function buyerOf(row: BuyerRow | null, userId: number | null): BuyerFacts {
  if (!row) return guest;
  const isCustomer = row.kind === null;
  const hasParent = isCustomer && row.parentId !== null && row.parentActive === true;
  return {
    userId,
    pricing: pricingOf(row),
    isActiveMember: row.active === true,
    parent: hasParent ? { userId: row.parentId, test: row.parentTest ?? false } : null,
    test: row.test,
    ownVat: {
      bps: row.role === "stockist" ? row.stockistVatBps : null,
      isLower: row.isStockistVatLower,
    },
  };
}

function pricingOf({ role, active, marginBps, customerMarginBps }: BuyerRow): Buyer {
  switch (role) {
    case "stockist":
      return { kind: "stockist", marginBps: active === true ? (marginBps ?? 0) : 0 };
    case "customer":
      return { kind: "customer", marginBps: customerMarginBps ?? 0 };
    // The office pays like a distributor: the list price, on Black Friday too.
    case "distributor":
    case "admin":
    case "accountant":
      return { kind: "distributor", marginBps: 0 };
  }
}

export type CodeRow = Readonly<{
  userId: number;
  /** In lower case. */
  code: string;
  active: boolean;
  test: boolean | null;
}>;

/** The active members of the codes, in the order of the codes, which may be in any case. */
export function membersOfCodes(codes: readonly string[], rows: readonly CodeRow[]): Member[] {
  return codes.flatMap((code) =>
    rows
      .filter((row) => row.active && row.code === code.toLowerCase())
      .map(({ userId, test }) => ({ userId, test: test ?? false })),
  );
}

export type RecipientRow = AddressPlace &
  Readonly<{
    id: number;
    ownerId: number | null;
    guestId: string | null;
    isDeleted: boolean;
  }>;

type Owner = Readonly<{ userId: number | null; guestId: string | null }>;

/**
 * Whether all of these addresses belong to the buyer and can be delivered to: not deleted or replaced, in the shop's
 * country, and with a place.
 */
export function areOwnRecipients(
  ids: readonly number[],
  rows: readonly RecipientRow[],
  { owner, region }: Readonly<{ owner: Owner; region: Region }>,
): boolean {
  const fit = rows.filter((row) => isTheirs(row, owner) && isDeliverable(row, region));
  const fitIds = new Set(fit.map(({ id }) => id));
  return ids.every((id) => fitIds.has(id));
}

function isTheirs({ ownerId, guestId }: RecipientRow, owner: Owner): boolean {
  const isAccounts = ownerId !== null && ownerId === owner.userId;
  return isAccounts || (guestId !== null && guestId === owner.guestId);
}

function isDeliverable(row: RecipientRow, region: Region): boolean {
  return !row.isDeleted && row.country === countryOf[region] && hasPlace(row);
}
