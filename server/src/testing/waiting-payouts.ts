import { randomUUID } from "node:crypto";
import type { Database } from "../platform/db/database.ts";
import { asOwner } from "./as-owner.ts";
import { aGuestOrder, payByBank, type TestShop } from "./shop-test.ts";

/** An FNB account with a valid check digit. */
const goodBankDetails = {
  bankName: "FNB",
  accountName: "A Person",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;

/** A member with a sale and an open payout request; each has a bank account of its own. */
export async function aWaitingPayout(
  shop: TestShop,
  name: "anna" | "ben" | "cara" | "skye",
  accountNumber: string = accounts[name],
): Promise<{ id: string; amount: number; userId: number }> {
  const userId = shop.people[name];
  const order = await aGuestOrder(shop, name.toUpperCase());
  await payByBank(shop, order.uuid, order.total);
  const person = await shop.as(userId);
  if (!(await person.bankDetails.get()))
    await person.bankDetails.save({ ...goodBankDetails, accountNumber });
  const { payoutId: id } = await person.wallet.requestPayout({ commandId: randomUUID() });
  const { openPayout } = await person.wallet.mine();
  return { id, amount: openPayout?.amount ?? 0, userId };
}

const accounts = {
  anna: "62001234567",
  ben: "62776765160",
  cara: "62487726287",
  skye: "62800739677",
} as const;

/** The shop's own account, as the office enters it in Other Settings. */
export async function setOwnAccount({ deps }: TestShop): Promise<void> {
  await setAccountNumber(deps.db, "62000031451");
}

export async function setAccountNumber(db: Database, number: string): Promise<void> {
  await asOwner(db, (tx) =>
    tx.updateTable("shop_setting").set({ bank_account_number: number }).execute(),
  );
}

/** Sets the amount above which a payout needs a second admin, with the confirmation of one; null: never. */
export async function setPayoutLimit(shop: TestShop, above: number | null): Promise<void> {
  const { settings } = await shop.as(shop.people.admin);
  // The lowest limit of all regions applies, so the others are cleared.
  await asOwner(shop.deps.db, (tx) =>
    tx
      .updateTable("region")
      .set({ payout_second_person_above: null })
      .where("code", "<>", "za")
      .execute(),
  );
  const { regions } = await settings.get();
  const za = regions.find(({ code }) => code === "za");
  if (!za) throw new Error("there is no za");
  const { proposalId: id } = await settings.save({
    section: "region",
    ...za,
    payoutSecondPersonAbove: above,
  });
  if (id !== null) await (await shop.as(shop.people.dev)).proposals.confirm({ id });
}
