import { randomUUID } from "node:crypto";
import type { Caller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { insertAccount, type NewAccount } from "../features/accounts/account.store.ts";
import { type NetworkCommand, networkDecider } from "../features/network/network.decider.ts";
import { networkEvents, networkStream } from "../features/network/network.events.ts";

export const password = "Correct-1234!";
const terms = { marginBps: 2500, distributorBps: 1000, vatRegistered: false };

type PersonName = "admin" | "dev" | "anna" | "ben" | "cara" | "skye" | "sam" | "kim" | "lone";

/** One of each: the office, a line of three levels with a stockist, a customer of it and one of nobody's. */
export type ShopPeople = Readonly<Record<PersonName, number>>;

export async function insertShopPeople(deps: Deps): Promise<ShopPeople> {
  const passwordHash = await deps.passwords.hash(password);
  const person = (name: string, account: Pick<NewAccount, "role"> & Partial<NewAccount>) =>
    insertAccount(deps.db, {
      email: `${name.toLowerCase()}@shop.test`,
      passwordHash,
      firstName: name,
      lastName: "Person",
      ...account,
    });
  const admin = await person("Admin", { role: "admin" });
  const dev = await person("Dev", { role: "admin", developer: true });
  const skye = await person("Skye", { role: "distributor", school: true });
  const anna = await person("Anna", { role: "distributor" });
  const ben = await person("Ben", { role: "distributor" });
  const cara = await person("Cara", { role: "distributor" });
  const sam = await person("Sam", { role: "stockist" });
  const kim = await person("Kim", { role: "customer", parentId: ben });
  const lone = await person("Lone", { role: "customer" });

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
    code: "SAM",
  });
  return { admin, dev, anna, ben, cara, skye, sam, kim, lone };
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
