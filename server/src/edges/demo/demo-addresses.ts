import { placesByPostCode } from "../../people/addresses/place-search.ts";
import { firstNames, lastNames, places, streets } from "./demo-names.ts";
import type { DemoPerson } from "./demo-people.ts";
import type { DemoWorld } from "./demo-world.ts";
import type { Random } from "./random.ts";

export type DemoAddress = Readonly<{
  id: number;
  ownerId: number | null;
  /** The browser that a guest ordered from. */
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
  /** The office corrected it for an order; it is in nobody's address book. */
  isOfOrderAlone: boolean;
}>;

const guests = 180;

/** Everybody who can order has one or two recipients; guests are remembered by their browsers alone. */
export function createDemoAddresses(
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
