import type { DistributorLevel, Role } from "@portal/shared/platform/roles.ts";

export type DemoPerson = Readonly<{
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  cell: string;
  role: Role;
  developer: boolean;
  /** Whom a customer belongs to; for members the network's events say it. */
  customerOf: number | null;
  member: DemoMember | null;
  /** Days after the start of the history. */
  joinedOnDay: number;
}>;

export type DemoMember = Readonly<{
  parentId: number | null;
  code: string;
  standing:
    | { level: DistributorLevel }
    | { marginBps: number; distributorBps: number; vatRegistered: boolean };
  /** How much of the trade is theirs, beside the others'. */
  weight: number;
}>;

export const demoIds = { admin: 1, office: 2, anna: 3, ben: 4, cara: 5, sam: 6, kim: 7 } as const;

/** Contract, "Demo data". */
export function namedPeople(): DemoPerson[] {
  const stockist = { marginBps: 3000, distributorBps: 1000, vatRegistered: true };
  return [
    named(demoIds.admin, "Thandi", "Maseko", "admin@shop.test", { role: "admin" }),
    named(demoIds.office, "Oliver", "Grant", "office@shop.test", {
      role: "admin",
      developer: true,
    }),
    named(demoIds.anna, "Anna", "Mokoena", "anna.l1@shop.test", {
      role: "distributor",
      member: { parentId: null, code: "ANNA", standing: { level: 1 }, weight: 8 },
    }),
    named(demoIds.ben, "Ben", "Naidoo", "ben.l2@shop.test", {
      role: "distributor",
      joinedOnDay: 1,
      member: { parentId: demoIds.anna, code: "BEN", standing: { level: 2 }, weight: 9 },
    }),
    named(demoIds.cara, "Cara", "van Wyk", "cara.l3@shop.test", {
      role: "distributor",
      joinedOnDay: 2,
      member: { parentId: demoIds.ben, code: "CARA", standing: { level: 3 }, weight: 8 },
    }),
    named(demoIds.sam, "Sam", "Pillay", "sam.stockist@shop.test", {
      role: "stockist",
      joinedOnDay: 5,
      member: { parentId: demoIds.ben, code: "SAM", standing: stockist, weight: 6 },
    }),
    named(demoIds.kim, "Kim", "Jacobs", "kim.customer@shop.test", {
      role: "customer",
      joinedOnDay: 8,
      customerOf: demoIds.cara,
    }),
  ];
}

/** In international form; a number of the right shape that no network gives out. */
export function cellOf(id: number): string {
  return `+2782000${String(id).padStart(4, "0")}`;
}

function named(
  id: number,
  firstName: string,
  lastName: string,
  email: string,
  rest: Pick<DemoPerson, "role"> & Partial<DemoPerson>,
): DemoPerson {
  const nobody = { developer: false, customerOf: null, member: null, joinedOnDay: 0 };
  return { id, firstName, lastName, email, cell: cellOf(id), ...nobody, ...rest };
}
