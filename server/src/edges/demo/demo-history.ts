import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import type { Insertable } from "kysely";
import { placesByPostCode } from "../../people/addresses/place-search.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { planCardPayouts } from "./demo-card-payouts.ts";
import { planOrders } from "./demo-orders.ts";
import { planPayouts } from "./demo-payouts.ts";
import {
  createDemoPeople,
  demoIds,
  type DemoMember,
  type DemoPerson,
  firstNames,
  lastNames,
  places,
  streets,
} from "./demo-people.ts";
import { createAgenda, createDemoTime, createHistoryWriter, type DemoWorld } from "./demo-world.ts";
import { createRandom, type Random } from "./random.ts";

export type DemoHistory = ReturnType<typeof createDemoHistory>;

const seed = 20_260_101;
const daysOfHistory = 365;

/** A year of a fictitious business up to a day. The result is deterministic, byte for byte. */
export function createDemoHistory(until: string) {
  const random = createRandom(seed);
  const agenda = createAgenda();
  const time = createDemoTime(until, daysOfHistory);
  const history = createHistoryWriter(random);
  const people = createDemoPeople(random);
  const { addresses, addressesOf } = createDemoAddresses(people, random);
  const world: DemoWorld = {
    random,
    agenda,
    history,
    time,
    people,
    placed: [],
    batches: [],
    addressesOf,
  };

  planNetwork(world);
  planOrders(world);
  planPayouts(world);
  planCardPayouts(world);
  agenda.runUntil(time.end);
  const corrected = correctNewestAddress(world, addresses);
  return {
    people,
    addresses: [...addresses, ...corrected],
    /** The ledger's events as lines of an import file. */
    lines: history.lines,
    placed: world.placed,
    batches: world.batches,
    projections: history.projections,
    time,
  };
}

type NetworkFact = Parameters<DemoWorld["history"]["record"]>[1];

/** All members join; later some move, one is uplifted, one leaves and one returns. */
function planNetwork({ agenda, history, time, people }: DemoWorld): void {
  const on = (day: number, fact: () => NetworkFact): void => {
    agenda.add(time.on(day, "08:00"), (at) => history.record(at, fact()));
  };
  for (const { id, member, joinedOnDay } of people)
    if (member) on(joinedOnDay, () => enrolment(id, member));

  const unnamed = people.filter(({ id }) => !isNamed(id));
  const at2 = unnamed.filter(({ member }) => levelOf(member) === 2);
  const at3 = unnamed.filter(({ member }) => levelOf(member) === 3);
  const stockists = unnamed.filter(({ role }) => role === "stockist");
  const levelOnes = people.filter(({ member }) => levelOf(member) === 1);

  const [movedTwo, ...otherTwos] = at2;
  const newParent = levelOnes.find(({ id }) => id !== movedTwo?.member?.parentId);
  if (movedTwo && newParent) on(225, () => moved(movedTwo.id, newParent.id));

  // A level 2 below Anna is uplifted, so that her tree shows both lives.
  const uplifted = otherTwos.find(({ member }) => member?.parentId === demoIds.anna);
  if (uplifted) on(250, () => ({ type: "DistributorUplifted", data: { userId: uplifted.id } }));

  const newUpline = otherTwos.find(({ id }) => id !== uplifted?.id);
  const movedThree = at3.find(({ member }) => member?.parentId !== newUpline?.id);
  if (movedThree && newUpline) on(230, () => moved(movedThree.id, newUpline.id));

  const [movedStockist, changedStockist] = stockists.slice(1);
  if (movedStockist)
    on(235, () => ({
      type: "StockistMoved",
      data: { userId: movedStockist.id, parentId: demoIds.cara },
    }));
  const [renamed] = at3.filter(({ id }) => id !== movedThree?.id);
  if (renamed)
    on(260, () => ({
      type: "MemberCodeChanged",
      data: { userId: renamed.id, code: `SHOP-${renamed.id}` },
    }));
  if (changedStockist) on(240, () => betterTerms(changedStockist));

  const [left, paused] = at3.filter(({ id }) => id !== movedThree?.id).slice(-2);
  if (left) on(300, () => ({ type: "MemberDeactivated", data: { userId: left.id } }));
  if (paused) {
    on(245, () => ({ type: "MemberDeactivated", data: { userId: paused.id } }));
    on(290, () => ({ type: "MemberReactivated", data: { userId: paused.id } }));
  }
}

function enrolment(userId: number, { parentId, code, standing }: DemoMember): NetworkFact {
  return "level" in standing
    ? { type: "DistributorEnrolled", data: { userId, level: standing.level, parentId, code } }
    : { type: "StockistEnrolled", data: { userId, parentId, ...standing, code } };
}

function moved(userId: number, parentId: number): NetworkFact {
  return { type: "DistributorMoved", data: { userId, parentId } };
}

function betterTerms({ id, member }: DemoPerson): NetworkFact {
  const standing = member?.standing;
  if (!standing || "level" in standing) throw new Error(`person ${id} is not a stockist`);
  return {
    type: "StockistTermsChanged",
    data: { userId: id, ...standing, marginBps: standing.marginBps + 300, distributorBps: 800 },
  };
}

function levelOf(member: DemoMember | null): number | null {
  return member && "level" in member.standing ? member.standing.level : null;
}

function isNamed(id: number): boolean {
  return Object.values(demoIds).some((named) => named === id);
}

type DemoAddress = Insertable<ShopTables["address"]> & { id: number; guest_id: string | null };

const guests = 180;

/** Customers and members have one or two recipients; guests are known only by their browsers. */
function createDemoAddresses(
  people: readonly DemoPerson[],
  random: Random,
): { addresses: DemoAddress[]; addressesOf: DemoWorld["addressesOf"] } {
  const addresses: DemoAddress[] = [];
  const ofPerson = new Map<number, [number, ...number[]]>();
  const add = (recipient: ReturnType<typeof atHome>): number => {
    const id = addresses.length + 1;
    addresses.push({ id, ...recipient, ...somewhere(random), complex_building: null });
    return id;
  };

  for (const person of people.filter(({ role }) => !isOfficeRole(role))) {
    const home = add(atHome(person));
    const hasFriend = random.chance(30);
    const friend = hasFriend
      ? add({ ...stranger(random, `friend.of.${person.id}`), owner_id: person.id, guest_id: null })
      : null;
    ofPerson.set(person.id, friend === null ? [home] : [home, friend]);
  }
  const ofGuests = Array.from({ length: guests }, (_, index) =>
    add({
      ...stranger(random, `guest.${index + 1}`),
      owner_id: null,
      guest_id: random.uuid(),
    }),
  );
  const [firstGuest, ...otherGuests] = ofGuests;

  return {
    addresses,
    addressesOf(personId) {
      const own = personId === null ? undefined : ofPerson.get(personId);
      if (own) return own;
      if (firstGuest === undefined) throw new Error("there are no guests");
      return [random.pick([firstGuest, ...otherGuests])];
    },
  };
}

function somewhere(random: Random) {
  const street_address = `${random.between(1, 180)} ${random.pick(streets)}`;
  const [suburb, postal_code, coordinates] = random.pick<(typeof places)[number]>(places);
  const place = placesByPostCode(postal_code).find(({ label }) => label === suburb);
  if (!place) throw new Error(`there is no place ${suburb}, ${postal_code}`);
  const { id: place_id, town, province } = place;
  return { street_address, suburb, town, province, postal_code, place_id, ...coordinates };
}

function atHome({ id, firstName, lastName, cell, email, role }: DemoPerson) {
  return {
    owner_id: id as number | null,
    guest_id: null as string | null,
    recipient_first_name: firstName,
    recipient_last_name: lastName,
    recipient_cell: cell.replace(/^\+27/, "0"),
    recipient_email: email,
    business_or_residential: role === "stockist" ? ("Business" as const) : ("Residential" as const),
  };
}

function stranger(random: Random, mailbox: string) {
  return {
    recipient_first_name: random.pick(firstNames),
    recipient_last_name: random.pick(lastNames),
    recipient_cell: `06100${random.between(10_000, 99_999)}`,
    recipient_email: `${mailbox}@shop.test`,
    business_or_residential: "Residential" as const,
  };
}

/**
 * The office's last action: it corrects the phone number of the newest order that is not shipped yet.
 *
 * @returns the corrected copy of the address, which is in no address book; none if all orders are shipped
 */
function correctNewestAddress(
  { history, time, placed }: DemoWorld,
  addresses: readonly DemoAddress[],
): DemoAddress[] {
  const newest = placed.findLast(({ orderId }) => {
    const order = history.projections.orders.get(orderId);
    return (
      order?.state === "paid" &&
      order.waybill === null &&
      order.deliveryService !== selfCollectionService
    );
  });
  const former = addresses.find(({ id }) => id === newest?.addressId);
  if (!newest || !former) return [];
  const { orderId } = newest;
  const addressId = addresses.length + 1;
  history.record(time.end - 1, {
    type: "RecipientCorrected",
    data: { orderId, section: 1, addressId, placeChanged: false },
  });
  const deleted_at = new Date(time.end).toISOString();
  return [{ ...former, id: addressId, recipient_cell: "0610055501", deleted_at }];
}
