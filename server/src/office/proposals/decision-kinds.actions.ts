import { isDeepStrictEqual } from "node:util";
import {
  type ChangeOf,
  officeRoleOf,
  type ProposalKind,
} from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { changePrice, isProductAsProposed } from "../../catalogue/products/product.actions.ts";
import { givesMore, paysMore } from "../../catalogue/shop-settings/give-away.queries.ts";
import {
  changeBank,
  changeContact,
  changeDeliveryFee,
  changeLimit,
  changeCreditPassword,
  changePayoutHold,
  changeSale,
  changeStockists,
  changeVatRate,
} from "../../catalogue/shop-settings/decided-settings.actions.ts";
import { loadAllSettings } from "../../catalogue/shop-settings/settings.store.ts";
import { bookUndoneReturn } from "../../money/payouts/undo-return.actions.ts";
import { bookUndoneRepayment } from "../../money/wallets/undo-repayment.actions.ts";
import { grantCredit } from "../../money/wallets/wallet.actions.ts";
import { changeWithholding } from "../../money/withholding/withholding-rate.actions.ts";
import { publishDecided } from "../../network/commissions/commission-plan.actions.ts";
import { addToOffice } from "../../network/enrolment/create-user.actions.ts";
import { changeMargin } from "../../network/enrolment/margin.actions.ts";
import { changeStockistVat } from "../../network/enrolment/stockist-vat.actions.ts";
import { deactivate, reactivate } from "../../network/enrolment/user-activity.actions.ts";
import { factorIdsOf, replaceLostFactors } from "../../people/factors/lost-factor.actions.ts";
import { getFrozenPerson } from "../../people/users/user-account.store.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Tx } from "../../platform/db/database.ts";
import { bookBankLine } from "../../sales/bank-lines/bank-line.actions.ts";
import { allowAccount } from "../../sales/bank-lines/known-account.actions.ts";
import { bookUndoneBankLine } from "../../sales/bank-lines/undo-bank-line.actions.ts";
import { bookEft } from "../../sales/orders/order.actions.ts";
import { bookReassignment } from "../../sales/orders/reassign-order.actions.ts";
import { bookRefund } from "../../sales/orders/refund-order.actions.ts";
import { bookUndoneEft } from "../../sales/orders/undo-payment.actions.ts";

/** `caller` uses up the decision in the transaction of the command. */
type CarriedOut = Readonly<{ caller: Caller; user: SignedInUser; commandId: string }>;
type Then = Readonly<{ tx: Tx; context: Pick<Caller, "now" | "shop" | "findLeaderBps"> }>;

type DecisionKind<Kind extends ProposalKind> = Readonly<{
  /** Null for a permission, which the action that pays uses. */
  carryOut: ((change: ChangeOf<Kind>, as: CarriedOut) => Promise<unknown>) | null;
  /** Whether what the change replaces is still as it was frozen; left out where nothing is replaced, or its action compares. */
  isUnchanged?: (change: ChangeOf<Kind>, then: Then) => Promise<boolean>;
}>;

/** What each kind of decision does. */
const kinds: { readonly [Kind in ProposalKind]: DecisionKind<Kind> } = {
  limit: {
    carryOut: ({ data }, { caller, commandId }) => changeLimit(caller, commandId, data),
    async isUnchanged({ data: { region, before } }, then) {
      return (await findRegion(region, then))?.payoutSecondPersonAbove === before;
    },
  },
  bank: {
    carryOut: ({ data }, { caller, commandId }) => changeBank(caller, commandId, data),
    isUnchanged: async ({ data }, then) =>
      isDeepStrictEqual((await settingsThen(then)).bank, data.before),
  },
  "bank-account": {
    carryOut: ({ data }, { caller, commandId }) => allowAccount(caller, commandId, data),
  },
  contact: {
    carryOut: ({ data }, { caller, commandId }) => changeContact(caller, commandId, data),
    isUnchanged: async ({ data }, then) =>
      (await settingsThen(then)).shop.contactEmail === data.before,
  },
  admin: {
    carryOut: ({ data, words }, { caller, user, commandId }) =>
      data.isNew
        ? addToOffice(caller, user, {
            commandId,
            id: data.userId,
            role: officeRoleOf(data),
            person: words,
          })
        : reactivate(caller, user, { commandId, id: data.userId }),
    isUnchanged: async ({ data, words }, then) =>
      data.isNew || isFrozenPerson(data.userId, words, then),
  },
  deactivate: {
    carryOut: ({ data }, { caller, user, commandId }) =>
      deactivate(caller, user, { commandId, id: data.userId }),
    isUnchanged: ({ data, words }, then) => isFrozenPerson(data.userId, words, then),
  },
  factor: {
    carryOut: (_change, { caller, user, commandId }) => replaceLostFactors(caller, user, commandId),
    isUnchanged: async ({ data }, { tx }) =>
      isDeepStrictEqual(await factorIdsOf(tx, data.userId), data.before),
  },
  eft: {
    carryOut: ({ data, words }, { caller, commandId }) =>
      bookEft(caller, { commandId, ...data, reference: words?.reference ?? "" }),
  },
  "bank-line": {
    carryOut: ({ data }, { caller, user, commandId }) =>
      bookBankLine(caller, user, { commandId, ...data }),
  },
  "undo-eft": {
    carryOut: ({ data }, { caller, commandId }) => bookUndoneEft(caller, { commandId, ...data }),
  },
  "undo-bank-line": {
    carryOut: ({ data }, { caller, commandId }) =>
      bookUndoneBankLine(caller, { commandId, ...data }, data.uses),
  },
  "undo-return": {
    carryOut: ({ data }, { caller, commandId }) =>
      data.payoutId === null
        ? bookUndoneRepayment(caller, { commandId, lineId: data.lineId ?? 0 }, data)
        : bookUndoneReturn(caller, { commandId, id: data.payoutId }, data),
  },
  credit: {
    carryOut: ({ data, words }, { caller, user, commandId }) =>
      grantCredit(caller, user, { commandId, ...data, text: words?.text ?? "" }),
  },
  payout: { carryOut: null },
  batch: { carryOut: null },
  refund: {
    carryOut: ({ data, words }, { caller, commandId }) =>
      bookRefund(caller, { commandId, ...data, reason: words?.reason ?? "" }),
  },
  reassign: {
    carryOut: ({ data }, { caller, commandId }) =>
      bookReassignment(caller, { commandId, ...data }, data),
  },
  price: {
    carryOut: ({ data }, { caller, commandId }) => changePrice(caller, commandId, data),
    isUnchanged: async (change, { tx, context }) =>
      (await isProductAsProposed(tx, change.data)) && !(await givesMore(tx, context, change)),
  },
  sale: {
    carryOut: ({ data }, { caller, commandId }) => changeSale(caller, commandId, data),
    async isUnchanged(change, then) {
      const isSame = isDeepStrictEqual((await settingsThen(then)).sale, change.data.before);
      return isSame && !(await givesMore(then.tx, then.context, change));
    },
  },
  "delivery-fee": {
    carryOut: ({ data }, { caller, commandId }) => changeDeliveryFee(caller, commandId, data),
    async isUnchanged(change, then) {
      const { region, before } = change.data;
      const now = await findRegion(region, then);
      return now?.deliveryFlat === before && !(await givesMore(then.tx, then.context, change));
    },
  },
  "vat-rate": {
    carryOut: ({ data }, { caller, commandId }) => changeVatRate(caller, commandId, data),
  },
  stockists: {
    carryOut: ({ data }, { caller, commandId }) => changeStockists(caller, commandId, data),
    async isUnchanged(change, then) {
      const { tx, context } = then;
      const isSame = isDeepStrictEqual((await settingsThen(then)).stockists, change.data.before);
      const isMore = await paysMore(tx, context, change.data);
      return isSame && !isMore && !(await givesMore(tx, context, change));
    },
  },
  margin: {
    carryOut: ({ data }, { caller, commandId }) => changeMargin(caller, commandId, data),
    // The old margin is compared by its action.
    isUnchanged: async (change, { tx, context }) => !(await givesMore(tx, context, change)),
  },
  "stockist-vat": {
    carryOut: ({ data }, { caller, commandId }) => changeStockistVat(caller, commandId, data),
  },
  withholding: {
    carryOut: ({ data }, { caller, commandId }) => changeWithholding(caller, commandId, data),
  },
  "payout-hold": {
    carryOut: ({ data }, { caller, commandId }) => changePayoutHold(caller, commandId, data),
  },
  "credit-password": {
    carryOut: ({ data }, { caller, commandId }) => changeCreditPassword(caller, commandId, data),
  },
  plan: {
    carryOut: ({ data }, { caller, user, commandId }) =>
      publishDecided(caller, user, commandId, data),
  },
};

type Changes = { [Kind in ProposalKind]: ChangeOf<Kind> };

export async function carryOutChange<Kind extends ProposalKind>(
  kind: Kind,
  change: Changes[Kind],
  as: CarriedOut,
): Promise<void> {
  await kinds[kind].carryOut?.(change, as);
}

/** Whether what a change replaces is still as it was frozen. */
export async function isUnchanged<Kind extends ProposalKind>(
  kind: Kind,
  change: Changes[Kind],
  then: Then,
): Promise<boolean> {
  return (await kinds[kind].isUnchanged?.(change, then)) ?? true;
}

function settingsThen({ tx, context }: Then) {
  return loadAllSettings(tx, context.shop.region);
}

async function findRegion(region: Region, then: Then) {
  const { regions } = await settingsThen(then);
  return regions.find(({ code }) => code === region);
}

async function isFrozenPerson(userId: number, frozen: unknown, { tx }: Then): Promise<boolean> {
  return isDeepStrictEqual(await getFrozenPerson(tx, userId), frozen);
}
