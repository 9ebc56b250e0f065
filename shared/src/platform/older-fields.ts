import type { permissions } from "./permissions.ts";

type Procedure = keyof typeof permissions;

/** What a field was called before; it goes on working where the new name is known and was not sent. */
export const olderNames: Readonly<Record<string, string>> = {
  uniqueOrderId: "uniqueId",
  parent: "parentId",
};

/** What the server says of a saved item; forms and older programs send it back as they read it. */
const readOnlyOfItem = ["listingName", "picture", "dateCreated", "dateUpdated"];

/** Prices and whether an order is a real one are the server's own (specification, section 3). */
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

/** What the list of places says of one that is chosen by its number (specification, section 3, "Address"). */
const readOnlyOfPlace = ["town", "province", "postalCode"];

/** Fields of the specification that the server decides itself: they may be sent, and say nothing. */
export const decidedByServer: Readonly<Partial<Record<Procedure, readonly string[]>>> = {
  // One form registered everybody (section 7); whoever registers themselves is a customer of nobody.
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
