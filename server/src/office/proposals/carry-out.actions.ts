import { isDeepStrictEqual } from "node:util";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import {
  decisionKinds,
  officeRoleOf,
  type ProposedChange,
} from "@portal/shared/platform/proposals.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Log } from "../../platform/log.ts";
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
import type { Deps } from "../../deps.ts";
import { bookUndoneReturn } from "../../money/payouts/undo-return.actions.ts";
import { bookUndoneRepayment } from "../../money/wallets/undo-repayment.actions.ts";
import { grantCredit } from "../../money/wallets/wallet.actions.ts";
import { changeWithholding } from "../../money/withholding/withholding-rate.actions.ts";
import { addToOffice } from "../../network/enrolment/create-user.actions.ts";
import { deactivate, reactivate } from "../../network/enrolment/user-activity.actions.ts";
import { publishDecided } from "../../network/commissions/commission-plan.actions.ts";
import { changeMargin } from "../../network/enrolment/margin.actions.ts";
import { changeStockistVat } from "../../network/enrolment/stockist-vat.actions.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { factorIdsOf, replaceLostFactors } from "../../people/factors/lost-factor.actions.ts";
import { getFrozenPerson } from "../../people/users/user-account.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Ledger } from "../../platform/ledger/ledger.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import { writeOwn } from "../../platform/ledger/side-writes.ts";
import { differenceOf } from "../../platform/proposals/frozen-facts.ts";
import { tellOfDecision } from "../../platform/proposals/notices.ts";
import {
  findProposal,
  forgetWords,
  type Proposal,
  useInStore,
  voidProposal,
} from "../../platform/proposals/proposal.store.ts";
import { bookBankLine } from "../../sales/bank-lines/bank-line.actions.ts";
import { allowAccount } from "../../sales/bank-lines/known-account.actions.ts";
import { bookUndoneBankLine } from "../../sales/bank-lines/undo-bank-line.actions.ts";
import { bookEft } from "../../sales/orders/order.actions.ts";
import { bookReassignment } from "../../sales/orders/reassign-order.actions.ts";
import { bookRefund } from "../../sales/orders/refund-order.actions.ts";
import { bookUndoneEft } from "../../sales/orders/undo-payment.actions.ts";

/** What carrying out a decision needs, available to requests and to jobs. */
export type ProposalContext = Omit<Deps, "officeHostPattern" | "runSimulation"> &
  Readonly<{ log: Log }>;

/**
 * Carries out a confirmed decision in the proposer's name, once: in the transaction that marks it as used. One that is not
 * possible any more, or whose old values are others by now, is void.
 *
 * @returns the code of the error that prevented it, if any
 */
export async function carryOut(
  context: ProposalContext,
  id: string,
): Promise<DomainErrorCode | null> {
  const proposal = await findProposal(context.db, id);
  if (proposal?.state !== "confirmed" || proposal.usedAt !== null) return null;
  if (decisionKinds[proposal.change.kind].isPermission) return null;
  try {
    const user = await findSignedInUser(context.db, proposal.proposedBy);
    if (!user) throw new DomainError("proposal.proposer-gone");
    await applyChange(callerFor(context, user, proposal), user, {
      commandId: ownCommandId("decision", id),
      change: proposal.change,
    });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError) || passing.has(error.code)) throw error;
    await context.db.transaction().execute(async (tx) => {
      if (await voidProposal(tx, id, error.code)) await tellOfDecision(tx, context, id, "void");
    });
    return error.code;
  }
}

/** They say nothing of the change: the next try may succeed. */
const passing: ReadonlySet<DomainErrorCode> = new Set<DomainErrorCode>([
  "request.busy",
  "ledger.newer-release",
  "ledger.projections-behind",
]);

/** What each kind of decision does. */
async function applyChange(
  caller: Caller,
  user: SignedInUser,
  { commandId, change }: Readonly<{ commandId: string; change: ProposedChange }>,
): Promise<unknown> {
  switch (change.kind) {
    case "limit":
      return changeLimit(caller, commandId, change.data);
    case "bank":
      return changeBank(caller, commandId, change.data);
    case "bank-account":
      return allowAccount(caller, commandId, change.data);
    case "contact":
      return changeContact(caller, commandId, change.data);
    case "admin":
      return change.data.isNew
        ? addToOffice(caller, user, {
            commandId,
            id: change.data.userId,
            role: officeRoleOf(change.data),
            person: change.words,
          })
        : reactivate(caller, user, { commandId, id: change.data.userId });
    case "deactivate":
      return deactivate(caller, user, { commandId, id: change.data.userId });
    case "factor":
      return replaceLostFactors(caller, user, commandId);
    case "eft":
      return bookEft(caller, {
        commandId,
        ...change.data,
        reference: change.words?.reference ?? "",
      });
    case "bank-line":
      return bookBankLine(caller, user, { commandId, ...change.data });
    case "undo-eft":
      return bookUndoneEft(caller, { commandId, ...change.data });
    case "undo-bank-line":
      return bookUndoneBankLine(caller, { commandId, ...change.data }, change.data.uses);
    case "undo-return":
      return change.data.payoutId === null
        ? bookUndoneRepayment(caller, { commandId, lineId: change.data.lineId ?? 0 }, change.data)
        : bookUndoneReturn(caller, { commandId, id: change.data.payoutId }, change.data);
    case "credit":
      return grantCredit(caller, user, {
        commandId,
        ...change.data,
        text: change.words?.text ?? "",
      });
    case "payout":
    case "batch":
      return null;
    case "refund":
      return bookRefund(caller, {
        commandId,
        ...change.data,
        reason: change.words?.reason ?? "",
      });
    case "reassign":
      return bookReassignment(caller, { commandId, ...change.data }, change.data);
    case "price":
      return changePrice(caller, commandId, change.data);
    case "sale":
      return changeSale(caller, commandId, change.data);
    case "delivery-fee":
      return changeDeliveryFee(caller, commandId, change.data);
    case "vat-rate":
      return changeVatRate(caller, commandId, change.data);
    case "stockists":
      return changeStockists(caller, commandId, change.data);
    case "margin":
      return changeMargin(caller, commandId, change.data);
    case "stockist-vat":
      return changeStockistVat(caller, commandId, change.data);
    case "withholding":
      return changeWithholding(caller, commandId, change.data);
    case "payout-hold":
      return changePayoutHold(caller, commandId, change.data);
    case "credit-password":
      return changeCreditPassword(caller, commandId, change.data);
    case "plan":
      return publishDecided(caller, user, commandId, change.data);
  }
}

/** Whether what a change replaces is still as it was frozen. */
async function isUnchanged(
  tx: Tx,
  context: Pick<Caller, "now" | "shop" | "findLeaderBps">,
  change: ProposedChange,
): Promise<boolean> {
  const own = context.shop.region;
  switch (change.kind) {
    case "limit": {
      const { region, before } = change.data;
      return (await findRegion(tx, region, own))?.payoutSecondPersonAbove === before;
    }
    case "delivery-fee": {
      const { region, before } = change.data;
      const now = await findRegion(tx, region, own);
      return now?.deliveryFlat === before && !(await givesMore(tx, context, change));
    }
    case "bank":
      return isDeepStrictEqual((await loadAllSettings(tx, own)).bank, change.data.before);
    case "contact":
      return (await loadAllSettings(tx, own)).shop.contactEmail === change.data.before;
    case "admin":
    case "deactivate": {
      if (change.kind === "admin" && change.data.isNew) return true;
      return isDeepStrictEqual(await getFrozenPerson(tx, change.data.userId), change.words);
    }
    case "factor":
      return isDeepStrictEqual(await factorIdsOf(tx, change.data.userId), change.data.before);
    case "bank-account":
    case "eft":
    case "bank-line":
    case "undo-eft":
    case "undo-bank-line":
    case "undo-return":
    case "credit":
    case "payout":
    case "batch":
    case "refund":
    case "reassign":
      return true;
    case "price":
      return (
        (await isProductAsProposed(tx, change.data)) && !(await givesMore(tx, context, change))
      );
    case "sale":
    case "stockists": {
      const now = (await loadAllSettings(tx, own))[change.kind];
      const isSame = isDeepStrictEqual(now, change.data.before);
      const isMore = change.kind === "stockists" && (await paysMore(tx, context, change.data));
      return isSame && !isMore && !(await givesMore(tx, context, change));
    }
    // The old margin is compared by its action.
    case "margin":
      return !(await givesMore(tx, context, change));
    // Their actions compare it.
    case "vat-rate":
    case "stockist-vat":
    case "withholding":
    case "payout-hold":
    case "credit-password":
    case "plan":
      return true;
  }
}

async function findRegion(tx: Tx, region: Region, own: Region) {
  const { regions } = await loadAllSettings(tx, own);
  return regions.find(({ code }) => code === region);
}

/** A request of the proposer without browser, session or impersonation, whose commands use up the decision. */
function callerFor(context: ProposalContext, user: SignedInUser, proposal: Proposal): Caller {
  const { id, decidedBy } = proposal;
  return {
    ...context,
    ledger: ledgerFor(context, proposal),
    user,
    decision: { id, confirmedById: decidedBy },
    waiting: null,
    impersonatedById: null,
    session: null,
    device: "",
    codeRequestId: null,
    handOverKept: null,
    knownBrowser: null,
    viaCode: null,
    ip: "",
    isOfficeHost: false,
    idempotencyKey: null,
    correlationId: `decision-${id}`,
    setCookie: () => {},
  };
}

/** Whatever a command writes, it writes after the decision is used, and only where the old values are as they were. */
function ledgerFor(context: ProposalContext, { id, change }: Proposal): Ledger {
  return {
    ...context.ledger,
    execute: (command, decide) =>
      context.ledger.execute(command, async (streams) => {
        const decided = await decide(streams);
        return {
          ...decided,
          sideWrites: async (tx) => {
            await useInStore(tx, id);
            const other = await differenceOf(context, tx, { id, change });
            if (other !== null) throw new DomainError(other);
            if (!(await isUnchanged(tx, context, change)))
              throw new DomainError("proposal.outdated");
            await writeOwn(tx, decided.sideWrites);
            await tellOfDecision(tx, context, id, "confirmed");
            await forgetWords(tx, id);
          },
        };
      }),
  };
}
