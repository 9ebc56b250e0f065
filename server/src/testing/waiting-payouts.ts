import { randomUUID } from "node:crypto";
import type { Database } from "../platform/db/database.ts";
import { asOwner } from "./as-owner.ts";
import { aGuestOrder, payByBank, type TestShop } from "./shop-test.ts";

/** An account of FNB whose check digit is right. */
const goodBankDetails = {
  bankName: "FNB",
  accountName: "A Person",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;

/** Somebody who sold something and waits for the payout; each person has an account of their own. */
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

/** From which amount on a payout needs a second person, as two of the office set it; null: it never does. */
export async function setPayoutLimit(shop: TestShop, above: number | null): Promise<void> {
  const { settings } = await shop.as(shop.people.admin);
  // Elsewhere nothing is sold; the lowest limit of all counts.
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
  const wanted = { section: "region", ...za, payoutSecondPersonAbove: above } as const;
  const { proposalId: id } = await settings.save(wanted);
  if (id !== null) await (await shop.as(shop.people.dev)).proposals.confirm({ id });
}
