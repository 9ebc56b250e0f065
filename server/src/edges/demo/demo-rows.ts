import { dayMs } from "@portal/shared/platform/calendar.ts";
import type { Insertable, Updateable } from "kysely";
import type { ContentTables } from "../../platform/db/office-tables.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { demoProducts } from "./demo-catalogue.ts";
import type { DemoHistory } from "./demo-history.ts";
import { banks, demoIds, type DemoPerson } from "./demo-people.ts";

/** All rows that do not follow from the ledger: people, products, recipients, bank details, details of orders. */
export async function insertDemoRows(
  tx: Tx,
  history: DemoHistory,
  passwordHash: string,
): Promise<void> {
  await tx.updateTable("shop_setting").set(demoShop).execute();
  await tx.insertInto("product").values(demoProducts).execute();
  await tx.insertInto("testimonial").values(demoTestimonials).execute();
  await tx.insertInto("account").values(accountRows(history, passwordHash)).execute();
  await tx.insertInto("bank_detail").values(bankRows(history)).execute();
  if (history.placed.length > 0) {
    await tx.insertInto("address").values(history.addresses).execute();
    await tx.insertInto("order_detail").values(orderRows(history)).execute();
  }
  await tx.insertInto("audit_entry").values(signInRows(history)).execute();
}

const demoShop: Updateable<ShopTables["shop_setting"]> = {
  shop_name: "Rhizo Shop (Pty) Ltd",
  shop_address: "1 Demo Street\nGardens\nCape Town\n8001",
  vat_no: "4000000000",
  company_no: "2020/000000/07",
  bank_name: "Demo Bank",
  bank_account_name: "Rhizo Shop (Pty) Ltd",
  bank_account_type: "Business account",
  bank_account_number: "62000000000",
  bank_branch_code: "250655",
  whatsapp_url: "https://wa.me/27000000000",
  facebook_url: "https://www.facebook.com/",
  instagram_url: "https://www.instagram.com/",
};

/** All distributors have bank details, so that they can request a payout. */
function bankRows({ people }: DemoHistory): Insertable<ShopTables["bank_detail"]>[] {
  return people
    .filter(({ role }) => role === "distributor")
    .map(({ id, firstName, lastName }, index) => ({
      user_id: id,
      bank_name: banks[index % banks.length] ?? banks[0],
      account_name: `${firstName} ${lastName}`,
      account_number: `9900${String(id).padStart(6, "0")}`,
      branch_code: "990099",
      cheque_or_savings: index % 4 === 0 ? "Savings" : "Cheque",
      notes: null,
    }));
}

function orderRows({
  placed,
  addresses,
  projections,
}: DemoHistory): Insertable<ShopTables["order_detail"]>[] {
  const guestOf = new Map(addresses.map(({ id, guest_id }) => [id, guest_id]));
  return placed.map(({ orderId, addressId }, index) => ({
    order_id: orderId,
    guest_id: guestOf.get(addressId) ?? null,
    card_environment: "local",
    delivery_notes: index % 9 === 0 ? "Please ring at the gate" : "",
    created_at: projections.orders.get(orderId)?.placedAt,
  }));
}

type AccountRow = Insertable<ShopTables["account"]>;

const areas = ["Cape Town", "Pretoria", "Durban", "Gqeberha", "Polokwane", "Bloemfontein"] as const;
const devices = ["Chrome on Android", "Safari on iPhone or iPad", "Chrome on Windows"] as const;

/** The accounts; the position of members in the network follows from the ledger. */
function accountRows(
  { people, time, projections }: DemoHistory,
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
      active: projections.members.get(person.id)?.active ?? true,
      parent_id: person.customerOf,
      margin_bps: null,
      added_by: person.member?.parentId ?? (person.member ? demoIds.admin : null),
      last_seen_at: isWaiting ? null : lastSeen(person, time.end),
      created_at: new Date(time.on(person.joinedOnDay, "07:00")).toISOString(),
      ...detailsOf(person),
    };
  });
}

/** Past sign-ins of all accounts with a password, which User Activity shows. */
function signInRows({ people, time }: DemoHistory): Insertable<ShopTables["audit_entry"]>[] {
  return people
    .filter((person) => !isStillWaiting(person, people))
    .flatMap(({ id, joinedOnDay }) =>
      daysOfVisits(id, time.days)
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

/** Two customers have been invited and have not chosen a password yet. */
function isStillWaiting({ id }: DemoPerson, people: readonly DemoPerson[]): boolean {
  return people
    .filter(({ role, id: other }) => role === "customer" && other !== demoIds.kim)
    .slice(-2)
    .some((person) => person.id === id);
}

function daysOfVisits(id: number, days: number): number[] {
  const every = 9 + (id % 17);
  return Array.from({ length: Math.floor(days / every) }, (_, visit) => days - 1 - visit * every);
}

function lastSeen({ id }: DemoPerson, end: number): string {
  return new Date(end - (id % 29) * dayMs - 8 * 3_600_000).toISOString();
}

/** Fictitious. */
const demoTestimonials: Insertable<ContentTables["testimonial"]>[] = [
  {
    name: "A customer",
    town: "Durban",
    sort_order: 1,
    words: "I sent a bottle to my mother. It was at her door two days later, well packed.",
  },
  {
    name: "A customer",
    town: "Cape Town",
    sort_order: 2,
    words: "Ordering took a minute, and I did not have to create an account.",
  },
  {
    name: "A customer",
    town: "Bloemfontein",
    sort_order: 3,
    words: "When my address was wrong the office called me before the parcel left.",
  },
  {
    name: "A customer",
    town: "Gqeberha",
    sort_order: 4,
    is_shown: false,
    words: "The gift box came with the ribbon tied. I want to be asked before this is shown.",
  },
];

const hourMs = 3_600_000;

/**
 * Two questions about commission entries, one open and one answered. Inserted after the import, because a question refers to
 * the position of its entry.
 *
 * @param until the end of the history, ISO 8601
 */
export async function insertDemoQuestions(tx: Tx, until: string): Promise<void> {
  const hoursBefore = (hours: number) => new Date(Date.parse(until) - hours * hourMs).toISOString();
  const [openAt, answeredAt] = [hoursBefore(20), hoursBefore(90)];
  const open = await newestEntryOf(tx, demoIds.ben, "upline", openAt);
  const answered = await newestEntryOf(tx, demoIds.ben, "stockist", answeredAt);
  const questions: Insertable<ShopTables["entry_question"]>[] = [];
  if (open)
    questions.push({
      ...open,
      command_id: "de300000-0000-4000-8000-000000000001",
      asked_by: demoIds.ben,
      asked_at: openAt,
      question: "Why is this 5% and not 10%? I sold it together with the seller.",
    });
  if (answered)
    questions.push({
      ...answered,
      command_id: "de300000-0000-4000-8000-000000000002",
      asked_by: demoIds.ben,
      asked_at: answeredAt,
      question: "Does the stockist’s discount reduce my commission?",
      answered_by: demoIds.admin,
      answered_at: hoursBefore(70),
      answer:
        "No. We calculate your commission on the list price excl. VAT, whatever the stockist pays.",
    });
  if (questions.length > 0) await tx.insertInto("entry_question").values(questions).execute();
}

/** @param askedAt nobody asks about commission before it is earned; ISO 8601 */
function newestEntryOf(tx: Tx, userId: number, kind: "upline" | "stockist", askedAt: string) {
  return tx
    .selectFrom("projection.commission_entry")
    .select(["position", "entry_no"])
    .where("beneficiary_id", "=", userId)
    .where("kind", "=", kind)
    .where("occurred_at", "<", askedAt)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}
