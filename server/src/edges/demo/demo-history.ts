import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { placesByPostCode } from "../../people/addresses/place-search.ts";
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
import {
  createAgenda,
  createDemoTime,
  createHistoryWriter,
  type DemoTime,
  type DemoWorld,
  type HistoryWriter,
} from "./demo-world.ts";
import { createRandom, type Random } from "./random.ts";

export type DemoHistory = Readonly<{
  people: readonly DemoPerson[];
  addresses: readonly DemoAddress[];
  /** The ledger's events as lines of an import file. */
  lines: readonly string[];
  placed: DemoWorld["placed"];
  projections: HistoryWriter["projections"];
  time: DemoTime;
}>;

const seed = 20_260_101;
const daysOfHistory = 365;

/** A year of a fictitious business up to a day. The result is deterministic, byte for byte. */
export function createDemoHistory(until: string): DemoHistory {
  const random = createRandom(seed);
  const agenda = createAgenda();
  const time = createDemoTime(until, daysOfHistory);
  const history = createHistoryWriter(random);
  const people = createDemoPeople(random);
  const { addresses, addressesOf } = createDemoAddresses(people, random);
  const world: DemoWorld = { random, agenda, history, time, people, placed: [], addressesOf };

  planNetwork(world);
  planOrders(world);
  planPayouts(world);
  agenda.runUntil(time.end);
  const corrected = correctNewestAddress(world, addresses);
  const { lines, projections } = history;
  return {
    people,
    addresses: [...addresses, ...corrected],
    lines,
    placed: world.placed,
    projections,
    time,
  };
}

type NetworkFact = Parameters<HistoryWriter["record"]>[1];

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

type DemoAddress = Readonly<{
  id: number;
  ownerId: number | null;
  /** The id of a guest's browser. */
  guestId: string | null;
  recipientFirstName: string;
  recipientLastName: string;
  recipientCell: string;
  recipientEmail: string;
  businessOrResidential: "Business" | "Residential";
  streetAddress: string;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
  placeId: number;
  latitude: number;
  longitude: number;
  /** A corrected copy that only an order uses; it is in no address book. */
  isOfOrderAlone: boolean;
}>;

const guests = 180;

/** Customers and members have one or two recipients; guests are known only by their browsers. */
function createDemoAddresses(
  people: readonly DemoPerson[],
  random: Random,
): { addresses: DemoAddress[]; addressesOf: DemoWorld["addressesOf"] } {
  const addresses: DemoAddress[] = [];
  const ofPerson = new Map<number, [number, ...number[]]>();
  const add = (recipient: Recipient): number => {
    const id = addresses.length + 1;
    addresses.push({ id, ...recipient, ...somewhere(random), isOfOrderAlone: false });
    return id;
  };

  for (const person of people.filter(({ role }) => role !== "admin")) {
    const home = add(atHome(person));
    ofPerson.set(person.id, random.chance(30) ? [home, add(friendOf(person, random))] : [home]);
  }
  const ofGuests = Array.from({ length: guests }, (_, index) => add(someGuest(index, random)));
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

type Somewhere = Pick<
  DemoAddress,
  | "streetAddress"
  | "suburb"
  | "town"
  | "province"
  | "postalCode"
  | "placeId"
  | "latitude"
  | "longitude"
>;
type Recipient = Omit<DemoAddress, "id" | "isOfOrderAlone" | keyof Somewhere>;

function somewhere(random: Random): Somewhere {
  const streetAddress = `${random.between(1, 180)} ${random.pick(streets)}`;
  const [suburb, postalCode, where] = random.pick<(typeof places)[number]>(places);
  const place = placesByPostCode(postalCode).find(({ label }) => label === suburb);
  if (!place) throw new Error(`there is no place ${suburb}, ${postalCode}`);
  const { id: placeId, town, province } = place;
  return { streetAddress, suburb, town, province, postalCode, placeId, ...where };
}

function atHome({ id, firstName, lastName, cell, email, role }: DemoPerson): Recipient {
  return {
    ownerId: id,
    guestId: null,
    recipientFirstName: firstName,
    recipientLastName: lastName,
    recipientCell: cell.replace(/^\+27/, "0"),
    recipientEmail: email,
    businessOrResidential: role === "stockist" ? "Business" : "Residential",
  };
}

function friendOf({ id }: DemoPerson, random: Random): Recipient {
  return { ...stranger(random, `friend.of.${id}`), ownerId: id, guestId: null };
}

function someGuest(index: number, random: Random): Recipient {
  return { ...stranger(random, `guest.${index + 1}`), ownerId: null, guestId: random.uuid() };
}

function stranger(random: Random, mailbox: string): Omit<Recipient, "ownerId" | "guestId"> {
  return {
    recipientFirstName: random.pick(firstNames),
    recipientLastName: random.pick(lastNames),
    recipientCell: `06100${random.between(10_000, 99_999)}`,
    recipientEmail: `${mailbox}@shop.test`,
    businessOrResidential: "Residential",
  };
}

/**
 * The office's last action: it corrects the phone number of the newest order that is not shipped yet.
 *
 * @returns the corrected copy of the address, or none if all orders are shipped
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
  return [{ ...former, id: addressId, recipientCell: "0610055501", isOfOrderAlone: true }];
}
