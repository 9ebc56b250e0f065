import type { permissions } from "./permissions.ts";

type Procedure = keyof typeof permissions;

/** Former names of fields, still accepted where the schema knows the new name and it was not sent. */
export const olderNames: Readonly<Record<string, string>> = {
  uniqueOrderId: "uniqueId",
  parent: "parentId",
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

/** Follow from the chosen place's id (specification, section 3, "Address"). */
const readOnlyOfPlace = ["town", "province", "postalCode"];

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
    "company",
    "companyAddress",
    "vatNo",
    "altNumber",
  ],
  "addresses.save": readOnlyOfPlace,
  "orders.correctRecipient": readOnlyOfPlace,
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
    "sales",
    "credit",
    "parent",
    "dateCreated",
    "payoutRequests",
  ],
};
