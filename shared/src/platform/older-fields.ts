import type { permissions } from "./permissions.ts";

type Procedure = keyof typeof permissions;

/** On every path and in every procedure that takes a guest's id. */
export const guestId = { uniqueOrderId: "uniqueId" } as const;
const parent = { parent: "parentId" } as const;
const cell = { cell: "cellNumber" } as const;

/** Former names of fields, accepted where the present one was not sent. */
export const olderNames: Readonly<Partial<Record<Procedure, Readonly<Record<string, string>>>>> = {
  "addresses.list": guestId,
  "addresses.save": guestId,
  "addresses.delete": guestId,
  "courier.requestQuote": guestId,
  "orders.save": guestId,
  "orders.detail": guestId,
  "users.create": parent,
  "users.convertToDistributor": parent,
  "users.convertToStockist": parent,
  "users.moveDistributor": parent,
  "users.moveStockist": parent,
  "users.invite": parent,
  "network.preview": parent,
  "users.update": cell,
};

/** Read-only fields of a saved item, which forms and older API clients send back unchanged. */
const readOnlyOfItem = ["listingName", "picture", "dateCreated", "dateUpdated"];

/** The server alone decides prices and whether an order is live (specification, section 3). */
export const decidedOfOrder = [
  "total",
  "live",
  "md5",
  "courierData",
  "bfDiscount",
  "subTotals",
  "subTotalsWithOriginalPrices",
  "prices",
  "originalPrices",
  "unitPrice",
  "listPrice",
  "commissionPrice",
  "address",
  "discount",
  "stockistSaving",
  "blackFriday",
] as const;

/** Fields of the specification that are accepted and ignored, because the server decides them. */
export const decidedByServer: Readonly<Partial<Record<Procedure, readonly string[]>>> = {
  // One form served all registrations (section 7); self-registration always creates a customer without a parent.
  "auth.signUp1": [
    "role",
    "parent",
    "distributorArea",
    "distributorCode",
    "school",
    "influencer",
    "stockistMargin",
    "companyAddress",
    "vatNo",
  ],
  "profile.update": [
    // Older programs send it beside `cellNumber` (specification, section 7, "updateProfile"), which counts.
    "cell",
    "pendingEmail",
    "cellHold",
    "isOwnNumber",
    "hasArea",
    "verified",
    "company",
    "vatNo",
  ],
  "orders.save": decidedOfOrder,
  "catalog.quote": decidedOfOrder,
  "products.save": readOnlyOfItem,
  "testimonials.save": readOnlyOfItem,
  "content.set": ["dateUpdated"],
  "emailCopy.save": ["dateUpdated", "title"],
  "users.update": [
    "role",
    "level",
    "active",
    "verified",
    "hasArea",
    "isDistributor",
    "isStockist",
    "isCustomer",
    "isSchool",
    "addedBy",
    "addedByName",
    "sales",
    "credit",
    "parent",
    "parentId",
    "parentName",
    "code",
    "dateCreated",
    "lastSeenAt",
    "referredBy",
    "payoutRequests",
    "actions",
  ],
};
