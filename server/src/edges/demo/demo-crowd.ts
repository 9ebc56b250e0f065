import type { DistributorLevel } from "@portal/shared/platform/roles.ts";
import { firstNames, lastNames } from "./demo-names.ts";
import { cellOf, type DemoMember, type DemoPerson, demoIds, namedPeople } from "./demo-people.ts";
import type { Random } from "./random.ts";

const sizes = { levelTwos: 15, levelThrees: 27, stockists: 11, customers: 50 } as const;
const firstFreeId = 11;

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
    // One house account has nobody above it.
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
    if (!first) throw new Error("nobody to choose from");
    return this.#random.pick([first, ...rest]);
  }

  /** Later than the parent, so that nobody stands below a person who is not there yet. */
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
    const code = `${firstNameOf(this.people.length).toUpperCase()}${this.#nextId()}`;
    this.add({
      role: "level" in standing ? "distributor" : "stockist",
      customerOf: null,
      joinedOnDay,
      member: { parentId: parent?.id ?? null, code, standing, weight },
    });
  }

  add(person: Pick<DemoPerson, "role" | "customerOf" | "joinedOnDay" | "member">): void {
    const id = this.#nextId();
    const firstName = firstNameOf(this.people.length);
    const lastName = this.#random.pick(lastNames);
    const mailbox = `${firstName}.${lastName}.${id}`.toLowerCase().replaceAll(" ", "");
    const identity = { id, firstName, lastName, email: `${mailbox}@shop.test`, cell: cellOf(id) };
    this.people.push({ ...identity, developer: false, ...person });
  }

  #nextId(): number {
    return firstFreeId + this.people.length - Object.keys(demoIds).length;
  }
}

function firstNameOf(count: number): string {
  return firstNames[count % firstNames.length] ?? firstNames[0];
}
