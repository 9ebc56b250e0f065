import type { Insertable } from "kysely";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { DemoHistory } from "./demo-history.ts";
import { type DemoPerson, demoIds } from "./demo-people.ts";

type AccountRow = Insertable<ShopTables["account"]>;

const areas = ["Cape Town", "Pretoria", "Durban", "Gqeberha", "Polokwane", "Bloemfontein"] as const;
const devices = ["Chrome on Android", "Safari on iPhone or iPad", "Chrome on Windows"] as const;

/** The accounts of the demo: the present place of each is in the network, the rest is here. */
export function accountRows(
  { people, time, books }: DemoHistory,
  passwordHash: string,
): AccountRow[] {
  return people.map((person) => {
    const isWaiting = isStillWaiting(person, people);
    return {
      id: person.id,
      email: person.email,
      password_hash: isWaiting ? null : passwordHash,
      first_name: person.firstName,
      last_name: person.lastName,
      cell: person.cell,
      role: person.role,
      developer: person.developer,
      verified: !isWaiting,
      active: books.members.get(person.id)?.active ?? true,
      parent_id: person.customerOf,
      margin_bps: null,
      added_by: person.member?.parentId ?? (person.member ? demoIds.admin : null),
      last_seen_at: isWaiting ? null : lastSeen(person, time.end),
      created_at: new Date(time.on(person.joinedOnDay, "07:00")).toISOString(),
      ...detailsOf(person),
    };
  });
}

/** Everybody who has a password was here now and then; what is seen of it is User Activity. */
export function signInRows({ people, time }: DemoHistory): Insertable<ShopTables["audit_entry"]>[] {
  return people
    .filter((person) => !isStillWaiting(person, people))
    .flatMap(({ id, joinedOnDay }) =>
      daysHere(id, time.days)
        .filter((day) => day > joinedOnDay)
        .map((day) => ({
          at: new Date(time.on(day, "09:00") + id * 60_000).toISOString(),
          actor_id: id,
          impersonated_by_id: null,
          subject_id: id,
          action: "signed-in",
          target: null,
          details: JSON.stringify({ by: "password", device: devices[id % devices.length] }),
        })),
    );
}

function detailsOf({ id, role, lastName }: DemoPerson): Partial<AccountRow> {
  const area = areas[id % areas.length] ?? areas[0];
  if (role === "distributor") return { area, school: id % 13 === 0, influencer: id % 11 === 0 };
  if (role !== "stockist") return {};
  return {
    area,
    company: `${lastName} Wellness`,
    company_address: `${id} Main Road, ${area}`,
    vat_no: `4${String(900_000_000 + id)}`,
  };
}

/** Two customers who were sent a link and have not chosen a password yet. */
function isStillWaiting({ id }: DemoPerson, people: readonly DemoPerson[]): boolean {
  return people
    .filter(({ role, id: other }) => role === "customer" && other !== demoIds.kim)
    .slice(-2)
    .some((person) => person.id === id);
}

function daysHere(id: number, days: number): number[] {
  const every = 9 + (id % 17);
  return Array.from({ length: Math.floor(days / every) }, (_, visit) => days - 1 - visit * every);
}

function lastSeen({ id }: DemoPerson, end: number): string {
  return new Date(end - (id % 29) * 86_400_000 - 8 * 3_600_000).toISOString();
}
