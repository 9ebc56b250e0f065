import type { DistributorLevel, Role } from "@portal/shared/roles.ts";
import { firstNames, lastNames } from "./demo-names.ts";
import type { Random } from "./random.ts";

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

const sizes = {
  levelOnes: 3,
  levelTwos: 15,
  levelThrees: 27,
  stockists: 11,
  customers: 50,
} as const;
const firstFreeId = 11;

/** The named people of the demo and some hundred more, in the order in which they joined. */
export function createDemoPeople(random: Random): DemoPerson[] {
  const people: DemoPerson[] = namedPeople();
  const levelOf = (level: DistributorLevel): DemoPerson[] =>
    people.filter(
      ({ member }) => member && "level" in member.standing && member.standing.level === level,
    );
  const parentAmong = (candidates: readonly DemoPerson[]): DemoPerson => {
    const [first, ...rest] = candidates;
    if (!first) throw new Error("nobody to be the parent");
    return random.pick([first, ...rest]);
  };
  const add = (
    person: Omit<DemoPerson, "id" | "firstName" | "lastName" | "email" | "cell" | "developer">,
  ): void => {
    people.push({ ...nextIdentity(people.length, random), developer: false, ...person });
  };
  const addMember = (
    parent: DemoPerson | null,
    joinedOnDay: number,
    standing: DemoMember["standing"],
  ): void => {
    const role = "level" in standing ? "distributor" : "stockist";
    const weight = random.between(1, 4);
    const code = codeFor(people.length);
    add({
      role,
      customerOf: null,
      joinedOnDay,
      member: { parentId: parent?.id ?? null, code, standing, weight },
    });
  };

  // A later join than the parent's, so that nobody stands below a person who is not there yet.
  const joinAfter = (parent: DemoPerson | null, latest: number): number =>
    random.between(
      (parent?.joinedOnDay ?? 0) + 1,
      Math.max(latest, (parent?.joinedOnDay ?? 0) + 20),
    );

  const [anna] = people.filter(({ id }) => id === demoIds.anna);
  addMember(null, 0, { level: 1 });
  addMember(anna ?? null, 20, { level: 1 });
  addMember(null, 45, { level: 1 });
  for (let made = 0; made < sizes.levelTwos; made++) {
    const parent = parentAmong(levelOf(1));
    addMember(parent, joinAfter(parent, 120), { level: 2 });
  }
  for (let made = 0; made < sizes.levelThrees; made++) {
    const parent = parentAmong(levelOf(random.chance(80) ? 2 : 1));
    addMember(parent, joinAfter(parent, 200), { level: 3 });
  }
  const distributors = people.filter(({ role }) => role === "distributor");
  for (let made = 0; made < sizes.stockists; made++) {
    const parent = made === 0 ? null : parentAmong(distributors);
    addMember(parent, joinAfter(parent, 180), {
      marginBps: random.pick([2500, 3000, 3500]),
      distributorBps: random.pick([500, 1000]),
      vatRegistered: random.chance(60),
    });
  }
  const members = people.filter(({ member }) => member !== null);
  for (let made = 0; made < sizes.customers; made++) {
    const parent = random.chance(85) ? parentAmong(members) : null;
    add({
      role: "customer",
      customerOf: parent?.id ?? null,
      joinedOnDay: joinAfter(parent, 250),
      member: null,
    });
  }
  return people;
}

function nextIdentity(
  count: number,
  random: Random,
): Pick<DemoPerson, "id" | "firstName" | "lastName" | "email" | "cell"> {
  const id = firstFreeId + count - Object.keys(demoIds).length;
  const firstName = firstNameOf(count);
  const lastName = random.pick(lastNames);
  const mailbox = `${firstName}.${lastName}.${id}`.toLowerCase().replaceAll(" ", "");
  return { id, firstName, lastName, email: `${mailbox}@shop.test`, cell: cellOf(id) };
}

function firstNameOf(count: number): string {
  return firstNames[count % firstNames.length] ?? firstNames[0];
}

function codeFor(count: number): string {
  return `${firstNameOf(count).toUpperCase()}${firstFreeId + count}`;
}

function cellOf(id: number): string {
  return `06000${String(id).padStart(5, "0")}`;
}

/** Contract, "Demo data". */
function namedPeople(): DemoPerson[] {
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
