import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { asOwner } from "./as-owner.ts";
import { insertAccount, type NewAccount } from "./insert-account.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";
import { test as shopTest, type TestShop } from "./shop-test.ts";
import { shopDay } from "./shop-day.ts";
import { carryOutDueProposals } from "../office/proposals/proposal.actions.ts";
import { sendMessage } from "../platform/messages/send-message.actions.ts";

export const test = shopTest
  /** A shop whose payouts above R100.00 need a second admin. */
  .extend("limited", { scope: "file" }, async ({ shop }): Promise<TestShop> => {
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
    );
    return shop;
  });

export const silent = { info: () => {}, warn: () => {}, error: () => {} };
export const refusedAs = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });
export const aPerson = () => ({
  commandId: randomUUID(),
  firstName: "New",
  lastName: "Colleague",
  email: `new-${randomUUID()}@shop.test`,
  cellNumber: "082 999 1234",
  role: "admin" as const,
});
export const newBank = {
  bankName: "FNB",
  bankAccountName: "Shop",
  bankAccountType: "Cheque",
  bankAccountNumber: "62001234567",
  bankBranchCode: "250655",
};

/** The two admins. */
export async function office(shop: TestShop) {
  return { admin: await shop.as(shop.people.admin), dev: await shop.as(shop.people.dev) };
}

/** Sends what is queued about decisions, as the jobs would. */
export async function sendNotices(shop: TestShop, post = openPostOffice()): Promise<PostOffice> {
  const waiting = await shop.deps.db
    .selectFrom("message")
    .select("id")
    .where("kind", "=", "proposal")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  // These tests send in a minute what takes weeks.
  await shop.deps.db.deleteFrom("rate_limit").execute();
  for (const { id } of waiting)
    await sendMessage({ ...shop.deps, ...post, log: silent }, id).catch(() => {});
  return post;
}

/** What housekeeping does every few minutes. */
export async function housekeeping(shop: TestShop): Promise<void> {
  await carryOutDueProposals({ ...shop.deps, log: silent });
}

/**
 * Moves a decision into the past, because the database's clock cannot be set, and sends the notices before and after.
 *
 * @returns the mails that were sent
 */
export async function hoursLater(
  shop: TestShop,
  hours: number,
  proposalId: string,
  post = openPostOffice(),
): Promise<PostOffice> {
  await sendNotices(shop, post);
  await housekeeping(shop);
  await asOwner(shop.deps.db, (tx) =>
    sql`update decision set proposed_at = proposed_at - make_interval(hours => ${hours}),
      notices_out_at = notices_out_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}),
      used_at = used_at - make_interval(hours => ${hours}) where id = ${proposalId}`.execute(tx),
  );
  await housekeeping(shop);
  return sendNotices(shop, post);
}

/** Another admin, who registered without a decision, as by the command line. */
export async function anAdmin(
  shop: TestShop,
  changes: Partial<NewAccount> = {},
): Promise<{ id: number; email: string }> {
  const email = changes.email ?? `colleague-${randomUUID()}@shop.test`;
  const id = await asOwner(shop.deps.db, (tx) =>
    insertAccount(tx, {
      passwordHash: "x",
      firstName: "Colleague",
      lastName: "Person",
      role: "admin",
      ...changes,
      email,
    }),
  );
  return { id, email };
}

/** The secret of the link to decline in the newest mail to this address. */
export function declineTokenIn({ mails }: PostOffice, email: string): string {
  const text = mails.findLast(({ to }) => to === email)?.text ?? "";
  const token = /decline#([0-9a-f-]{36})/.exec(text)?.[1];
  if (token === undefined) throw new Error(`${email} has no link to decline`);
  return token;
}

/** Runs `work` while there is only one admin. */
export async function alone<Answer>(shop: TestShop, work: () => Promise<Answer>): Promise<Answer> {
  const setRole = (role: "admin" | "customer") =>
    asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("account")
        .set({ role })
        .where("role", "in", ["admin", "customer"])
        .where("id", "<>", shop.people.admin)
        .where((row) => row.or([row("developer", "=", true), row("first_name", "=", "New")]))
        .execute(),
    );
  await setRole("customer");
  try {
    return await work();
  } finally {
    await setRole("admin");
  }
}

export async function stateOf(shop: TestShop, id: string) {
  return shop.deps.db
    .selectFrom("decision")
    .select(["state", "way", "decided_by", "failure", "words"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export async function limitOf(shop: TestShop) {
  return (await (await shop.as(shop.people.admin)).payouts.limit()).secondPersonAbove;
}

export async function saveLimit(shop: TestShop, above: number | null): Promise<string> {
  const { admin } = await office(shop);
  const za = (await admin.settings.get()).regions.find(({ code }) => code === "za");
  if (!za) throw new Error("there is no za");
  const saved = await admin.settings.save({
    section: "region",
    ...za,
    payoutSecondPersonAbove: above,
  });
  if (saved.proposalId === null) throw new Error("nothing was proposed");
  return saved.proposalId;
}

export const aTransfer = (uuid: string, amount: number) => ({
  commandId: randomUUID(),
  uuid,
  amount,
  // Equal ones are asked about.
  reference: `from Thandi ${randomUUID()}`,
  receivedOn: shopDay(),
});

/** Appends directly by SQL, with the rights of the server. */
export function append(
  db: TestShop["deps"]["db"],
  streamId: string,
  type: string,
  data: object,
  metadata: object = {},
) {
  return sql`select * from ledger.append(array[${randomUUID()}], array[${Buffer.alloc(32)}::bytea],
    array['raw'], array['null'::jsonb], array[1], array[${streamId}],
    array[null]::integer[], array[${randomUUID()}::uuid], array[${type}], array[1],
    array[${JSON.stringify(data)}::jsonb], array[${JSON.stringify({ actorId: 1, ...metadata })}::jsonb],
    array[now()])`.execute(db);
}
