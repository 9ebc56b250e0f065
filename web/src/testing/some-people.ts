import type { ApiOutputs } from "../api/api.ts";
import type { SignedInUser } from "../session/session.tsx";
import { aDistributor } from "./some-data.ts";

type Listed = ApiOutputs["users"]["list"]["rows"][number];
type Detail = ApiOutputs["users"]["byId"];

export const anAdmin: SignedInUser = {
  ...aDistributor,
  id: 1,
  firstName: "Olive",
  lastName: "Jacobs",
  email: "admin@shop.test",
  role: "admin",
  level: null,
  code: null,
};

/** Cara, a level 3 below Ben. */
export function aListedUser(different: Partial<Listed> = {}): Listed {
  return {
    isDistributor: true,
    isStockist: false,
    isCustomer: false,
    isSchool: false,
    hasArea: true,
    id: 17,
    firstName: "Cara",
    lastName: "Botha",
    email: "cara.l3@shop.test",
    cell: "+27821234567",
    role: "distributor",
    level: 3,
    active: true,
    verified: true,
    test: false,
    influencer: false,
    parentId: 12,
    parentName: "Ben Naidoo",
    parent: 12,
    code: "CARA",
    distributorCode: "CARA",
    stockistCode: null,
    area: "Overberg",
    distributorArea: "Overberg",
    company: null,
    stockistMargin: null,
    dateCreated: "2026-01-04T08:00:00.000Z",
    lastSeenAt: null,
    credit: null,
    actions: ["edit", "copy-link", "move", "impersonate", "delete"],
    ...different,
  };
}

export const aListedCustomer = aListedUser({
  id: 31,
  firstName: "Kim",
  lastName: "Dlamini",
  email: "kim.customer@shop.test",
  role: "customer",
  isDistributor: false,
  isCustomer: true,
  hasArea: false,
  level: null,
  code: null,
  distributorCode: null,
  area: null,
  distributorArea: null,
  actions: ["edit", "convert-to-distributor", "convert-to-stockist", "impersonate", "delete"],
});

export const aListedStockist = aListedUser({
  id: 23,
  firstName: "Sam",
  lastName: "Pillay",
  email: "sam.stockist@shop.test",
  role: "stockist",
  isDistributor: false,
  isStockist: true,
  hasArea: false,
  level: 4,
  code: "SAM",
  distributorCode: null,
  stockistCode: "SAM",
  area: null,
  distributorArea: null,
  company: "Pillay Pharmacy",
  stockistMargin: 30,
  actions: ["edit", "copy-link", "move", "impersonate", "delete"],
});

/** The details of a listed user, as "Edit User" shows them. */
export function aUserDetail(listed: Listed, different: Partial<Detail> = {}): Detail {
  const { credit: _credit, ...user } = listed;
  return {
    ...user,
    sales: 0,
    referredBy: null,
    payoutRequests: null,
    altNumber: null,
    margin: null,
    distributorVersion: 0,
    companyAddress: null,
    vatNo: null,
    distributorPercent: null,
    stockistVAT: null,
    addedBy: null,
    addedByName: null,
    school: listed.role === "school",
    version: "0123456789abcdef",
    ...different,
  };
}

export const aStockistDetail = aUserDetail(aListedStockist, {
  companyAddress: "4 Loop Street, Cape Town",
  vatNo: "4001234567",
  distributorPercent: 10,
});

export function someUsers(rows: Listed[]): ApiOutputs["users"]["list"] {
  return {
    rows,
    total: rows.length,
    isCapped: false,
    counts: { admin: 2, accountant: 0, distributor: 40, school: 3, stockist: 12, customer: 943 },
    cappedRoles: [],
  };
}

export const someTargets: ApiOutputs["users"]["targets"] = [
  { id: 11, fullName: "Anna Smit", code: "ANNA", level: 1, parentName: null },
  { id: 14, fullName: "Skye Primary", code: "SKYE", level: 2, parentName: "Anna Smit" },
];

export const aPreview: ApiOutputs["network"]["preview"] = {
  days: 90,
  orders: 2,
  currency: "ZAR",
  now: { level: 3, parentId: 12, parentName: "Ben Naidoo" },
  after: { level: 3, parentId: 11, parentName: "Anna Smit" },
  members: [
    { userId: 12, name: "Ben Naidoo", before: 12_000, after: 0, change: -12_000 },
    { userId: 11, name: "Anna Smit", before: 4000, after: 5000, change: 1000 },
  ],
};
