import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestShop } from "./shop-test.ts";

/** Inputs and lookups for tests of users. */
export const uniqueEmail = () => `${randomUUID()}@new.test`;
export const aPerson = () => ({
  commandId: randomUUID(),
  email: uniqueEmail(),
  firstName: "Thandi",
  lastName: "Nkosi",
  cellNumber: "082 123 4567",
});
export const aDistributor = (parentId: number | null, changes = {}) =>
  ({ ...aPerson(), role: "distributor", parentId, ...changes }) as const;
export const aStockist = (parentId: number | null, changes = {}) =>
  ({
    ...aPerson(),
    role: "stockist",
    parentId,
    stockistMargin: 25,
    companyAddress: "1 Main Road",
    vatNo: "4123456789",
    ...changes,
  }) as const;

export const users = async (shop: TestShop, userId: number) => (await shop.as(userId)).users;
export const refused = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });

export const accountOf = ({ deps }: TestShop, id: number) =>
  deps.db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
export const memberOf = ({ deps }: TestShop, id: number) =>
  deps.db.selectFrom("projection.member").selectAll().where("user_id", "=", id).executeTakeFirst();
export const messagesTo = async ({ deps }: TestShop, id: number) => {
  const rows = await deps.db
    .selectFrom("message")
    .select("kind")
    .where("user_id", "=", id)
    .where("channel", "=", "email")
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
};
export const auditOf = ({ deps }: TestShop, id: number) =>
  deps.db
    .selectFrom("audit_entry")
    .select(["action", "actor_id", "details"])
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
export const eventsOf = async ({ deps }: TestShop, id: number) => {
  const events = await deps.db
    .selectFrom("ledger_events")
    .select(["type", "data"])
    .where("stream_id", "=", "network")
    .orderBy("position")
    .execute();
  return events.filter(({ data }) => "userId" in data && data.userId === id);
};
export const countAccounts = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("account").select("id").execute()).length;
