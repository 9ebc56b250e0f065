import { randomUUID } from "node:crypto";
import type { Caller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { asOwner } from "./as-owner.ts";
import { insertAccount, type NewAccount } from "./insert-account.ts";
import { type NetworkCommand, networkDecider } from "../network/members/network.decider.ts";
import { networkEvents, networkStream } from "../network/members/network.events.ts";

export const password = "Correct-1234!";
const terms = { marginBps: 2500, distributorBps: 1000, vatRegistered: false };

const names = ["admin", "dev", "anna", "ben", "cara", "skye", "sam", "kim", "lone"] as const;
type PersonName = (typeof names)[number];

/** Two admins, a line of three levels with a stockist, a school, a customer with a parent and one without. */
export type ShopPeople = Readonly<Record<PersonName, number>>;

export async function insertShopPeople(
  deps: Pick<Deps, "db" | "ledger" | "passwords" | "now">,
): Promise<void> {
  const passwordHash = await deps.passwords.hash(password);
  const person = (name: string, account: Pick<NewAccount, "role"> & Partial<NewAccount>) =>
    insertAccount(deps.db, {
      email: emailOf(name),
      passwordHash,
      firstName: name,
      lastName: "Person",
      ...account,
    });
  await person("Admin", { role: "admin" });
  const dev = await person("Dev", { role: "customer" });
  // The server itself cannot create a second admin.
  await asOwner(deps.db, (tx) =>
    tx
      .updateTable("account")
      .set({ role: "admin", developer: true })
      .where("id", "=", dev)
      .execute(),
  );
  const skye = await person("Skye", { role: "distributor", school: true });
  const anna = await person("Anna", { role: "distributor" });
  const ben = await person("Ben", { role: "distributor" });
  const cara = await person("Cara", { role: "distributor" });
  const sam = await person("Sam", { role: "stockist" });
  await person("Kim", { role: "customer", parentId: ben });
  await person("Lone", { role: "customer" });

  const enrolDistributor = (
    userId: number,
    level: 1 | 2 | 3,
    parentId: number | null,
    code: string,
  ) => changeNetwork(deps, { type: "EnrolDistributor", userId, level, parentId, code });
  await enrolDistributor(anna, 1, null, "ANNA");
  await enrolDistributor(ben, 2, anna, "BEN");
  await enrolDistributor(cara, 3, ben, "CARA");
  await enrolDistributor(skye, 2, anna, "SKYE");
  await changeNetwork(deps, {
    type: "EnrolStockist",
    userId: sam,
    parentId: ben,
    terms,
    bounds: { marginBps: 4000, distributorBps: 2000 },
    code: "SAM",
  });
}

export async function findShopPeople({ db }: Pick<Deps, "db">): Promise<ShopPeople> {
  const people = await db
    .selectFrom("account")
    .select(["id", "email"])
    .where("email", "in", names.map(emailOf))
    .execute();
  const idOf = (name: PersonName) => {
    const person = people.find(({ email }) => email === emailOf(name));
    if (!person) throw new Error(`The shop has no ${name}.`);
    return person.id;
  };
  return {
    admin: idOf("admin"),
    dev: idOf("dev"),
    anna: idOf("anna"),
    ben: idOf("ben"),
    cara: idOf("cara"),
    skye: idOf("skye"),
    sam: idOf("sam"),
    kim: idOf("kim"),
    lone: idOf("lone"),
  };
}

function emailOf(name: string): string {
  return `${name.toLowerCase()}@shop.test`;
}

export async function changeNetwork(
  { ledger, now }: Pick<Caller, "ledger" | "now">,
  command: NetworkCommand,
): Promise<void> {
  const request = { commandId: randomUUID(), request: command, metadata: {}, occurredAt: now() };
  await ledger.execute(request, async (streams) => {
    const network = await streams.load(networkStream, networkDecider, networkEvents);
    const events = network.decide(command).map((event) => ({ streamId: networkStream, event }));
    return { events, answer: null };
  });
}
