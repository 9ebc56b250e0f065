import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { describe, expect } from "vitest";
import type { Tables } from "../../platform/db/database.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aDistributor, users } from "../../testing/some-users.ts";
import {
  aGuestOrder,
  aRecipient,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";
import { lockRecipients } from "../delivery/courier-booking.store.ts";

/** Longer than a test may take, so that no wait for a lock ends by its timeout. */
const test = shopTest.extend("lockTimeoutMs", { scope: "file" }, () => 600_000);

type Held = Readonly<{
  /** Locks the row, in the transaction of another request that stays open for a while. */
  hold: (tx: Transaction<Tables>) => Promise<unknown>;
  /** Sends a command with a side write to the same row. */
  ask: () => Promise<unknown>;
}>;

/** The rows that the side writes of commands need, each locked by another request. */
const cases: Readonly<Record<string, (shop: TestShop, db: Kysely<Tables>) => Promise<Held>>> = {
  async "an account being edited"(shop) {
    const office = await users(shop, shop.people.admin);
    const wanted = aDistributor(shop.people.ben);
    const { id } = await office.create(wanted);
    const { email, lastName, cellNumber } = wanted;
    const edited = { id, email, firstName: "Zola", lastName, cellNumber };
    return {
      hold: (tx) => sql`select from account where id = ${id} for update`.execute(tx),
      ask: () => office.update({ commandId: randomUUID(), ...edited }),
    };
  },
  async "an account being deleted"(shop) {
    const office = await users(shop, shop.people.admin);
    const { id } = await office.create(aDistributor(shop.people.ben));
    return {
      hold: (tx) => sql`select from account where id = ${id} for update`.execute(tx),
      ask: () => office.delete({ commandId: randomUUID(), id }),
    };
  },
  async "the email of an uncommitted account"(shop) {
    const office = await users(shop, shop.people.admin);
    const wanted = aDistributor(shop.people.ben);
    return {
      hold: (tx) =>
        sql`
        insert into account (email, first_name, last_name, role)
        values (${wanted.email}, 'Some', 'Body', 'customer')`.execute(tx),
      ask: () => office.create(wanted),
    };
  },
  async "the recipients of an order"(shop) {
    const { uuid, addressId } = await aGuestOrder(shop);
    const { orders } = await shop.as(shop.people.admin);
    const corrected = { ...aRecipient, streetAddress: "9 Kloof Street" };
    const where = { uuid, section: 1, formerAddressId: addressId };
    return {
      hold: (tx) => lockRecipients(tx, uuid),
      ask: () => orders.correctRecipient({ commandId: randomUUID(), ...corrected, ...where }),
    };
  },
  async "a bank transaction"(shop, db) {
    const order = await aGuestOrder(shop);
    const { id: lineId } = await db
      .insertInto("bank_line")
      .values({
        fingerprint: randomBytes(32).toString("hex"),
        account: "",
        booked_on: shopDay(),
        amount: 100,
        description: "EFT",
        file_name: "a.csv",
        uploaded_by: shop.people.admin,
        uploaded_at: "2026-11-02T08:00:00.000Z",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { bankLines } = await shop.as(shop.people.admin);
    const uses = [{ orderNumber: order.orderNumber, amount: 100 }];
    return {
      hold: (tx) => sql`select from bank_line where id = ${lineId} for update`.execute(tx),
      ask: () => bankLines.use({ commandId: randomUUID(), lineId, uses }),
    };
  },
};

describe("while another request holds", () => {
  // shows R67, T100
  test.for(Object.keys(cases))(
    "%s, orders are still placed, and the waiting command succeeds after the release",
    async (name, { shop, superuser }) => {
      const held = await cases[name]?.(shop, superuser);
      if (!held) throw new Error("there is no such case");
      const { request } = await aGuestOrder(shop);
      const holder = await superuser.startTransaction().execute();
      await held.hold(holder);

      let isAnswered = false;
      const asked = held.ask().finally(() => (isAnswered = true));
      const statuses: number[] = [];
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(
          Array.from({ length: 5 }, () =>
            shop.app.inject({
              method: "POST",
              url: "/trpc/orders.save",
              payload: { ...request, commandId: randomUUID() },
            }),
          ),
        );
        statuses.push(...answers.map(({ statusCode }) => statusCode));
      }
      const wasAnswered = isAnswered;
      await holder.rollback().execute();

      expect(statuses).toEqual(statuses.map(() => 200));
      expect(wasAnswered).toBe(false);
      await expect(asked).resolves.toMatchObject({});
    },
  );
});
