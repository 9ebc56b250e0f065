import type { DistributorLevel, Role } from "@portal/shared/platform/roles.ts";
import type { Random } from "./random.ts";

export type DemoPerson = Readonly<{
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  cell: string;
  role: Role;
  developer: boolean;
  /** The member that a customer belongs to; the parents of members are in the network's events. */
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
  /** The relative frequency of the member's sales. */
  weight: number;
}>;

export const demoIds = {
  admin: 1,
  office: 2,
  anna: 3,
  ben: 4,
  cara: 5,
  sam: 6,
  kim: 7,
  accountant: 8,
} as const;

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
    named(demoIds.accountant, "Amahle", "Dube", "accountant@shop.test", { role: "accountant" }),
  ];
}

/** In international form; a valid number that no network assigns. */
function cellOf(id: number): string {
  return `+2782000${String(id).padStart(4, "0")}`;
}

function named(
  id: number,
  firstName: string,
  lastName: string,
  email: string,
  rest: Pick<DemoPerson, "role"> & Partial<DemoPerson>,
): DemoPerson {
  const defaults = { developer: false, customerOf: null, member: null, joinedOnDay: 0 };
  return { id, firstName, lastName, email, cell: cellOf(id), ...defaults, ...rest };
}

/** Contract, "Demo data". Never a password of a real installation: the seed goes into empty databases only. */
export const demoPassword = "Demo-1234!";

export type DemoAccount = ReturnType<typeof listDemoAccounts>[number];

/** The accounts to sign in to the demo with. */
export function listDemoAccounts() {
  return namedPeople().map(({ id, email, firstName, lastName, role, developer, member }) => ({
    id,
    email,
    password: demoPassword,
    name: `${firstName} ${lastName}`,
    role,
    /** 4 for a stockist, null for other roles than members. */
    level: member && ("level" in member.standing ? member.standing.level : (4 as const)),
    developer,
    code: member?.code ?? null,
  }));
}

const sizes = { levelTwos: 15, levelThrees: 27, stockists: 11, customers: 50 } as const;
const firstFreeId = 11;
/** The id that has the first name of the list. */
const firstNamedId = 4;

/** The named people of the demo and some hundred more, parents before their children. */
export function createDemoPeople(random: Random): DemoPerson[] {
  const crowd = new Crowd(random);
  const anna = crowd.people.find(({ id }) => id === demoIds.anna) ?? null;
  crowd.addMember(null, 0, { level: 1 });
  crowd.addMember(anna, 20, { level: 1 });
  crowd.addMember(null, 45, { level: 1 });
  for (let made = 0; made < sizes.levelTwos; made++) {
    const parent = crowd.someone(crowd.ofLevel(1));
    crowd.addMember(parent, crowd.joinAfter(parent, 120), { level: 2 });
  }
  for (let made = 0; made < sizes.levelThrees; made++) {
    const parent = crowd.someone(crowd.ofLevel(random.chance(80) ? 2 : 1));
    crowd.addMember(parent, crowd.joinAfter(parent, 200), { level: 3 });
  }
  addStockists(crowd, random);
  addCustomers(crowd, random);
  return crowd.people;
}

function addStockists(crowd: Crowd, random: Random): void {
  const distributors = crowd.people.filter(({ role }) => role === "distributor");
  for (let made = 0; made < sizes.stockists; made++) {
    // The first is a house account, without a parent.
    const parent = made === 0 ? null : crowd.someone(distributors);
    crowd.addMember(parent, crowd.joinAfter(parent, 180), {
      marginBps: random.pick([2500, 3000, 3500]),
      distributorBps: random.pick([500, 1000]),
      vatRegistered: random.chance(60),
    });
  }
}

function addCustomers(crowd: Crowd, random: Random): void {
  const members = crowd.people.filter(({ member }) => member !== null);
  for (let made = 0; made < sizes.customers; made++) {
    const parent = random.chance(85) ? crowd.someone(members) : null;
    const joinedOnDay = crowd.joinAfter(parent, 250);
    crowd.add({ role: "customer", customerOf: parent?.id ?? null, joinedOnDay, member: null });
  }
}

class Crowd {
  readonly people: DemoPerson[] = namedPeople();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  ofLevel(level: DistributorLevel): readonly DemoPerson[] {
    return this.people.filter(
      ({ member }) => member && "level" in member.standing && member.standing.level === level,
    );
  }

  someone(candidates: readonly DemoPerson[]): DemoPerson {
    const [first, ...rest] = candidates;
    if (!first) throw new Error("no candidates");
    return this.#random.pick([first, ...rest]);
  }

  /** A day after the parent has joined. */
  joinAfter(parent: DemoPerson | null, latest: number): number {
    const parentDay = parent?.joinedOnDay ?? 0;
    return this.#random.between(parentDay + 1, Math.max(latest, parentDay + 20));
  }

  addMember(
    parent: DemoPerson | null,
    joinedOnDay: number,
    standing: DemoMember["standing"],
  ): void {
    const weight = this.#random.between(1, 4);
    const code = `${this.#nextFirstName().toUpperCase()}${this.#nextId()}`;
    this.add({
      role: "level" in standing ? "distributor" : "stockist",
      customerOf: null,
      joinedOnDay,
      member: { parentId: parent?.id ?? null, code, standing, weight },
    });
  }

  add(person: Pick<DemoPerson, "role" | "customerOf" | "joinedOnDay" | "member">): void {
    const id = this.#nextId();
    const firstName = this.#nextFirstName();
    const lastName = this.#random.pick(lastNames);
    const mailbox = `${firstName}.${lastName}.${id}`.toLowerCase().replaceAll(" ", "");
    const identity = { id, firstName, lastName, email: `${mailbox}@shop.test`, cell: cellOf(id) };
    this.people.push({ ...identity, developer: false, ...person });
  }

  #nextId(): number {
    return firstFreeId + this.people.length - Object.keys(demoIds).length;
  }

  /** By the id alone, so that another named person renames nobody. */
  #nextFirstName(): string {
    return firstNames[(this.#nextId() - firstNamedId) % firstNames.length] ?? firstNames[0];
  }
}

/** Common names of South Africa and Britain; the people of the demo are fictitious. */
export const firstNames = [
  "Lerato",
  "Pieter",
  "Aisha",
  "Thabo",
  "Grace",
  "Johan",
  "Naledi",
  "Oliver",
  "Zanele",
  "Callum",
  "Priya",
  "Sipho",
  "Emma",
  "Kagiso",
  "Hannah",
  "Rajesh",
  "Nomsa",
  "Liam",
  "Fatima",
  "Werner",
  "Ayanda",
  "Charlotte",
  "Mandla",
  "Sophie",
  "Tumi",
  "George",
  "Anele",
  "Isla",
  "Vusi",
  "Marlene",
] as const;

export const lastNames = [
  "Dlamini",
  "Botha",
  "Naidoo",
  "Mokoena",
  "Williams",
  "van der Merwe",
  "Khumalo",
  "Taylor",
  "Pillay",
  "Nkosi",
  "Smith",
  "Fourie",
  "Mahlangu",
  "Evans",
  "Govender",
  "Molefe",
  "Jacobs",
  "Hughes",
  "Sithole",
  "Venter",
  "Adams",
  "Zulu",
  "Clarke",
  "Maseko",
  "Petersen",
] as const;

/** Suburbs with their post codes, as in the list of places, and approximate coordinates. */
export const places = [
  ["Gardens", "8001", { latitude: -33.935, longitude: 18.412 }],
  ["Claremont", "7708", { latitude: -33.981, longitude: 18.465 }],
  ["Hatfield", "0083", { latitude: -25.748, longitude: 28.238 }],
  ["Melville", "2092", { latitude: -26.176, longitude: 28.008 }],
  ["Umhlanga", "4320", { latitude: -29.726, longitude: 31.085 }],
  ["Westville", "3629", { latitude: -29.833, longitude: 30.93 }],
  ["Summerstrand", "6001", { latitude: -34.001, longitude: 25.666 }],
  ["Langenhoven Park", "9301", { latitude: -29.086, longitude: 26.159 }],
  ["Steiltes", "1200", { latitude: -25.479, longitude: 30.964 }],
  ["Bendor", "0699", { latitude: -23.89, longitude: 29.496 }],
] as const;

export const streets = [
  "Acacia Avenue",
  "Protea Street",
  "Church Street",
  "Long Street",
  "Milkwood Road",
  "Station Road",
  "Jacaranda Lane",
  "Market Street",
  "Oak Avenue",
  "Harbour View",
] as const;

export const banks = ["First Demo Bank", "Demo Savings Bank", "Cape Demo Bank"] as const;
