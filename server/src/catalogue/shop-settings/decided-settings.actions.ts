import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SaveSettings, SettingsOf } from "@portal/shared/catalogue/settings.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { forgetRegions, loadRegion } from "../../platform/db/region.queries.ts";
import { saveIn } from "./settings.actions.ts";
import { type AllSettings, loadAllSettings } from "./settings.store.ts";

/** By a decision of two admins, which a database trigger verifies. */
export async function changeLimit(
  caller: Caller,
  commandId: string,
  { region, above }: ChangeOf<"limit">["data"],
): Promise<void> {
  await saveRegionDecided(caller, commandId, region, { payoutSecondPersonAbove: above });
}

/** By a decision of two admins. */
export async function changeDeliveryFee(
  caller: Caller,
  commandId: string,
  { region, deliveryFlat }: ChangeOf<"delivery-fee">["data"],
): Promise<void> {
  await saveRegionDecided(caller, commandId, region, { deliveryFlat });
}

/**
 * The VAT rate of orders from a day on, or at once where that has begun meanwhile, by a decision of two admins.
 *
 * @throws DomainError proposal.outdated where the rate is another by now
 */
export async function changeVatRate(
  caller: Caller,
  commandId: string,
  { region, vatBps, vatFrom, before }: ChangeOf<"vat-rate">["data"],
): Promise<void> {
  const { timeZone } = await loadRegion(readOnly(caller.db), region);
  const isBegun = vatFrom !== null && vatFrom <= dayOf(caller.now(), timeZone);
  await saveDecided(caller, commandId, ({ regions }) => {
    const now = regions.find(({ code }) => code === region);
    if (now?.vatBps !== before.vatBps || now.vatFrom !== before.vatFrom)
      throw new DomainError("proposal.outdated");
    return { section: "region", ...now, vatBps, vatFrom: isBegun ? null : vatFrom };
  });
  forgetRegions();
}

/**
 * The rate of tax that is withheld of payouts, in basis points, by a decision of two admins.
 *
 * @throws DomainError proposal.outdated where the rate is another by now
 */
export async function changeSettingsWithholding(
  caller: Caller,
  commandId: string,
  { bps, before }: Readonly<{ bps: number; before: number }>,
): Promise<void> {
  await saveDecided(caller, commandId, ({ payouts }) => {
    if (payouts.withholdingBps !== before) throw new DomainError("proposal.outdated");
    return { section: "payouts", ...payouts, withholdingBps: bps };
  });
}

/**
 * How many days commission matures, by a decision of two admins.
 *
 * @throws DomainError proposal.outdated where it is another number by now
 */
export async function changePayoutHold(
  caller: Caller,
  commandId: string,
  { days, before }: ChangeOf<"payout-hold">["data"],
): Promise<void> {
  await saveDecided(caller, commandId, ({ payouts }) => {
    if (payouts.payoutHoldDays !== before) throw new DomainError("proposal.outdated");
    return { section: "payouts", ...payouts, payoutHoldDays: days };
  });
}

/**
 * The amount of store credit above which members are asked for the password, by a decision of two admins.
 *
 * @throws DomainError proposal.outdated where it is another one by now
 */
export async function changeCreditPassword(
  caller: Caller,
  commandId: string,
  { above, before }: ChangeOf<"credit-password">["data"],
): Promise<void> {
  await saveDecided(caller, commandId, ({ payouts }) => {
    if (payouts.creditPasswordAbove !== before) throw new DomainError("proposal.outdated");
    return { section: "payouts", ...payouts, creditPasswordAbove: above };
  });
}

/** By a decision of two admins, which a database trigger verifies. The statements of the former account still count. */
export async function changeBank(
  caller: Caller,
  commandId: string,
  { before, ...bank }: ChangeOf<"bank">["data"],
): Promise<void> {
  const changed = () => ({ section: "bank", ...bank }) as const;
  await saveDecided(caller, commandId, changed, async (tx) => {
    const account = before?.bankAccountNumber ?? "";
    if (account === "") return;
    await tx
      .insertInto("known_bank_account")
      .values({ account })
      .onConflict((known) => known.doNothing())
      .execute();
  });
}

/** By a decision of two admins, which a database trigger verifies. */
export async function changeContact(
  caller: Caller,
  commandId: string,
  { contactEmail }: ChangeOf<"contact">["data"],
): Promise<void> {
  await saveDecided(caller, commandId, ({ shop }) => ({ section: "shop", ...shop, contactEmail }));
}

/** By a decision of two admins. */
export async function changeSale(
  caller: Caller,
  commandId: string,
  { before: _before, shareBps: _share, ...sale }: ChangeOf<"sale">["data"],
): Promise<void> {
  await saveDecided(caller, commandId, () => ({ section: "sale", ...sale }));
}

/** By a decision of two admins. */
export async function changeStockists(
  caller: Caller,
  commandId: string,
  {
    before: _before,
    shareBps: _share,
    stockistShareBps: _most,
    ...terms
  }: ChangeOf<"stockists">["data"],
): Promise<void> {
  await saveDecided(caller, commandId, () => ({ section: "stockists", ...terms }));
}

async function saveRegionDecided(
  caller: Caller,
  commandId: string,
  region: Region,
  decided: Partial<SettingsOf<"region">>,
): Promise<void> {
  await saveDecided(caller, commandId, ({ regions }) => {
    const now = regions.find(({ code }) => code === region);
    return now ? { section: "region", ...now, ...decided } : null;
  });
}

/** Settings are no events; as a command of the ledger it is done once. */
async function saveDecided(
  caller: Caller,
  commandId: string,
  changed: (now: AllSettings) => SaveSettings | null,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const command = commandFrom(caller, commandId, { action: "settings.save" });
  await caller.ledger.execute(command, async () => ({
    events: [],
    answer: null,
    sideWrites: async (tx) => {
      const given = changed(await loadAllSettings(tx, caller.shop.region));
      if (given) await saveIn(tx, caller, given);
      await alsoWrite?.(tx);
    },
  }));
}
