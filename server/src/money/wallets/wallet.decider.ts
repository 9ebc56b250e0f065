import { balanceOf, owedBy, usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type CommandOf,
  type Decider,
  emptyVersionedMap,
  type VersionedMap,
} from "../../platform/ledger/decider.ts";
import { type CloseWallet, walletClosed } from "./close-credit.rules.ts";
import {
  commissionRepaid,
  type RepayCommission,
  type RepaymentsState,
  repaymentUndone,
  type UndoCommissionRepayment,
  withRepaid,
  withRepaymentUndone,
} from "./owed-commission.rules.ts";
import {
  payoutReturned,
  type PayoutsState,
  requireOpen,
  requirePaid,
  type ReturnPayout,
  returnUndone,
  type UndoPayoutReturn,
  withReturned,
  withReturnUndone,
} from "./settled-payout.rules.ts";
import type { WalletEvent } from "./wallet.events.ts";
import {
  payableOf,
  refusalOfRequest,
  type SelfBillingAgreement,
  selfBilledVatBpsOf,
  withheldOf,
} from "./wallet.rules.ts";

export type WalletState = Readonly<
  PayoutsState &
    RepaymentsState & {
      creditAccount: number;
      /** The credit spent on each order, less what was restored. */
      spent: VersionedMap<string, number>;
    }
>;

type DataOf<Type extends WalletEvent["type"]> = Extract<WalletEvent, { type: Type }>["data"];

/**
 * @throws DomainError for an event that cannot follow the state. What needs the projections is checked by
 *   `checkAgainstProjections`.
 */
function evolveWallet(wallet: WalletState, { type, data }: WalletEvent): WalletState {
  switch (type) {
    case "PayoutRequested":
      return withRequest(wallet, data);
    case "PayoutPaid":
      return withPaid(wallet, data);
    case "PayoutCorrected":
      requirePaid(wallet, data.payoutId);
      return wallet;
    case "PayoutReturned":
      return withReturned(wallet, data);
    case "PayoutReturnUndone":
      return withReturnUndone(wallet, data);
    case "CommissionRepaid":
      return withRepaid(wallet, data);
    case "CommissionRepaymentUndone":
      return withRepaymentUndone(wallet, data);
    case "CommissionWrittenOff":
      return { ...wallet, paid: wallet.paid - data.amount };
    case "CreditSetOff": {
      const creditAccount = lessCredit(wallet, data.amount);
      return { ...wallet, creditAccount, paid: wallet.paid - data.amount };
    }
    case "SelfBilledInvoiceCredited":
      requireIssued(wallet, data.payoutId);
      return { ...wallet, taxInvoices: wallet.taxInvoices.with(data.payoutId, "credited") };
    case "PayoutRejected":
      requireOpen(wallet, data.payoutId);
      return { ...wallet, open: null, settled: wallet.settled.with(data.payoutId, "rejected") };
    case "CreditGranted":
      return { ...wallet, creditAccount: wallet.creditAccount + data.amount };
    case "CommissionConverted": {
      const creditAccount = wallet.creditAccount + data.amount;
      return { ...wallet, credit: wallet.credit + data.amount, creditAccount };
    }
    case "CreditSpent":
      return withSpent(wallet, data);
    case "CreditRestored":
      return withRestored(wallet, data);
    case "CreditPaidOut":
      // Tax is of commission that was converted, never of credit that was granted.
      if (data.withheld > Math.min(data.amount, Math.max(0, wallet.credit)))
        throw new DomainError("wallet.wrong-amounts");
      return { ...wallet, creditAccount: lessCredit(wallet, data.amount) };
    case "CreditGivenUp":
      return { ...wallet, creditAccount: lessCredit(wallet, data.amount) };
  }
}

function withRequest(wallet: WalletState, data: DataOf<"PayoutRequested">): WalletState {
  const { payoutId, commission, credit, requested, withheld } = data;
  if (wallet.open || wallet.settled.get(payoutId))
    throw new DomainError("payout.already-requested", payoutId);
  if (requested !== commission - credit || credit > wallet.credit || withheld > requested)
    throw new DomainError("wallet.wrong-amounts");
  if (requested <= 0) throw new DomainError("wallet.nothing-due");
  return { ...wallet, open: { payoutId, commission, credit, requested, withheld } };
}

function withPaid(
  wallet: WalletState,
  { payoutId, amount, withheld, selfBilledVatBps }: DataOf<"PayoutPaid">,
): WalletState {
  const open = requireOpen(wallet, payoutId);
  if (amount !== open.requested || withheld !== open.withheld)
    throw new DomainError("wallet.wrong-amounts");
  return {
    ...wallet,
    paid: wallet.paid + open.commission,
    credit: wallet.credit - open.credit,
    open: null,
    settled: wallet.settled.with(payoutId, "paid"),
    paidRequests: wallet.paidRequests.with(payoutId, open),
    taxInvoices:
      selfBilledVatBps === null ? wallet.taxInvoices : wallet.taxInvoices.with(payoutId, "issued"),
  };
}

function requireIssued(wallet: WalletState, payoutId: string): void {
  requirePaid(wallet, payoutId);
  const invoice = wallet.taxInvoices.get(payoutId);
  if (invoice === "issued") return;
  throw new DomainError(
    invoice === undefined ? "payout.no-tax-invoice" : "payout.invoice-credited",
  );
}

function withSpent(wallet: WalletState, { amount, orderId }: DataOf<"CreditSpent">): WalletState {
  const creditAccount = lessCredit(wallet, amount);
  const onOrder = (wallet.spent.get(orderId) ?? 0) + amount;
  return { ...wallet, creditAccount, spent: wallet.spent.with(orderId, onOrder) };
}

function lessCredit({ creditAccount }: WalletState, amount: number): number {
  if (amount > creditAccount) throw new DomainError("wallet.credit-too-small");
  return creditAccount - amount;
}

function withRestored(
  wallet: WalletState,
  { amount, orderId }: DataOf<"CreditRestored">,
): WalletState {
  const onOrder = (wallet.spent.get(orderId) ?? 0) - amount;
  if (onOrder < 0) throw new DomainError("wallet.wrong-amounts", "more than was spent");
  const creditAccount = wallet.creditAccount + amount;
  return { ...wallet, creditAccount, spent: wallet.spent.with(orderId, onOrder) };
}

/**
 * Commission is not in this stream, so the command has it: `accrued` is the sum of the user's entries up to
 * `throughPosition`, which becomes the cut-off. What accrues afterwards belongs to the next request.
 */
export type RequestPayout = Readonly<{
  type: "RequestPayout";
  userId: number;
  payoutId: string;
  hasBankDetails: boolean;
  accrued: number;
  throughPosition: number;
  /** Accrued in all, so less what was reversed after the cut-off. */
  earned: number;
  /** The cut-off of the last paid request; 0: none was paid. */
  paidThrough: number;
  /** Commission after the cut-off that is too young to be requested. */
  maturing: number;
  minimum: number;
  /** The rate of tax that is withheld, in basis points, as the shop has it for this member now. */
  withholdingBps: number;
}>;
/** The day of payment has to be between the request and today, by the shop's calendar. */
type OnDay = DataOf<"PayoutCorrected"> & { requestedOn: string; today: string };
type MarkPayoutPaid = CommandOf<
  "MarkPayoutPaid",
  OnDay & {
    /** What the member agreed to, as the shop knows it now; null: no self-billing. */
    selfBilling: SelfBillingAgreement | null;
  }
>;
type CorrectPayout = CommandOf<"CorrectPayout", OnDay>;
/** `waiting`: commission that cannot be requested yet, and so not be converted. */
type ConvertCommission = CommandOf<
  "ConvertCommission",
  DataOf<"CommissionConverted"> & { accrued: number; waiting: number }
>;
/** Takes the usable part of the credit account first; the rest comes from commission, which is converted to credit. */
type SpendCredit = CommandOf<
  "SpendCredit",
  DataOf<"CreditSpent"> & {
    accrued: number;
    waiting: number;
    /** The commission that the user agreed to convert; undefined: as much as needed. */
    commission?: number | undefined;
  }
>;
export type WalletCommand =
  | RequestPayout
  | MarkPayoutPaid
  | CorrectPayout
  | CommandOf<"CreditSelfBilledInvoice", DataOf<"SelfBilledInvoiceCredited">>
  | ReturnPayout
  | UndoPayoutReturn
  | RepayCommission
  | UndoCommissionRepayment
  | CommandOf<"RejectPayout", DataOf<"PayoutRejected">>
  | CommandOf<"GrantCredit", DataOf<"CreditGranted">>
  | ConvertCommission
  | SpendCredit
  | CommandOf<"RestoreCredit", DataOf<"CreditRestored">>
  | CloseWallet;

export const walletDecider: Decider<WalletState, WalletCommand, WalletEvent> = {
  initialState: {
    paid: 0,
    credit: 0,
    creditAccount: 0,
    open: null,
    settled: emptyVersionedMap(),
    paidRequests: emptyVersionedMap(),
    returnedBy: emptyVersionedMap(),
    taxInvoices: emptyVersionedMap(),
    repaidBy: emptyVersionedMap(),
    spent: emptyVersionedMap(),
  },

  decide(command, wallet) {
    const events = factsOf(command, wallet);
    // Imported events are checked by the same rules.
    events.reduce(evolveWallet, wallet);
    return events;
  },

  evolve: evolveWallet,
};

function factsOf(command: WalletCommand, wallet: WalletState): WalletEvent[] {
  if ("amount" in command && !(command.amount > 0)) throw new DomainError("wallet.wrong-amounts");
  switch (command.type) {
    case "RequestPayout":
      return requestPayout(command, wallet);
    case "MarkPayoutPaid":
      return [markedPaid(command, wallet)];
    case "CorrectPayout":
      return [{ type: "PayoutCorrected", data: paidAsSaid(command) }];
    case "CreditSelfBilledInvoice": {
      const { userId, payoutId, reason } = command;
      return [{ type: "SelfBilledInvoiceCredited", data: { payoutId, userId, reason } }];
    }
    case "ReturnPayout":
      return payoutReturned(command, wallet);
    case "UndoPayoutReturn":
      return [returnUndone(command, wallet)];
    case "RepayCommission":
      return [commissionRepaid(command, wallet)];
    case "UndoCommissionRepayment":
      return [repaymentUndone(command, wallet)];
    case "RejectPayout": {
      const { userId, payoutId, reasonId } = command;
      return [{ type: "PayoutRejected", data: { payoutId, userId, reasonId } }];
    }
    case "GrantCredit": {
      const { userId, amount, reasonId } = command;
      return [{ type: "CreditGranted", data: { userId, amount, reasonId } }];
    }
    case "ConvertCommission":
      return [converted(command, wallet, "wallet.balance-too-small")];
    case "SpendCredit":
      return spendCredit(command, wallet);
    case "RestoreCredit": {
      const { userId, amount, orderId } = command;
      return [{ type: "CreditRestored", data: { userId, amount, orderId } }];
    }
    case "CloseWallet":
      return walletClosed(command, wallet);
  }
}

function markedPaid(command: MarkPayoutPaid, { open }: WalletState): WalletEvent {
  const said = paidAsSaid(command);
  return {
    type: "PayoutPaid",
    data: {
      ...said,
      amount: open?.requested ?? 0,
      withheld: open?.withheld ?? 0,
      selfBilledVatBps: selfBilledVatBpsOf(command.selfBilling, said.paidOn),
    },
  };
}

function paidAsSaid(command: MarkPayoutPaid | CorrectPayout): DataOf<"PayoutCorrected"> {
  const { userId, payoutId, paidOn, requestedOn, today, referenceId } = command;
  if (paidOn < requestedOn || paidOn > today)
    throw new DomainError("payout.wrong-day", { field: "paidOn" });
  return { payoutId, userId, paidOn, referenceId };
}

function requestPayout(command: RequestPayout, wallet: WalletState): WalletEvent[] {
  const { userId, payoutId, accrued, throughPosition, withholdingBps } = command;
  const { paid, credit, open } = wallet;
  const requested = balanceOf({ accrued, paid, credit });
  const refusal = refusalOfRequest({ ...command, isOpen: open !== null, cash: requested });
  if (refusal) throw new DomainError(refusal);
  if (throughPosition < command.paidThrough || accrued > command.earned - command.maturing)
    throw new DomainError("payout.wrong-cutoff");
  const commission = accrued - paid;
  const withheld = withheldOf({ commission, requested }, withholdingBps);
  const data = { payoutId, userId, commission, credit, requested, withheld, throughPosition };
  return [{ type: "PayoutRequested", data }];
}

function converted(
  { userId, amount, accrued, waiting }: Omit<ConvertCommission, "type">,
  { paid, credit, open }: WalletState,
  tooSmall: "wallet.balance-too-small" | "wallet.credit-too-small",
): WalletEvent {
  const payable = payableOf(
    { accrued, paid, credit },
    { requested: open?.requested ?? 0, waiting },
  );
  if (amount > payable)
    throw new DomainError(amount > payable + waiting ? tooSmall : "wallet.still-maturing");
  return { type: "CommissionConverted", data: { userId, amount } };
}

function spendCredit(command: SpendCredit, wallet: WalletState): WalletEvent[] {
  const { userId, amount, orderId, accrued, commission } = command;
  const spent: WalletEvent = { type: "CreditSpent", data: { userId, amount, orderId } };
  const missing = amount - usableCreditOf({ ...wallet, accrued });
  if (missing <= 0) return [spent];
  // Commission cannot be converted either, and what is in its waiting period only lowers what is owed.
  if (owedBy({ ...wallet, accrued }) > 0) throw new DomainError("wallet.credit-too-small");
  if (commission !== undefined && missing > commission)
    throw new DomainError("wallet.commission-not-confirmed");
  return [converted({ ...command, amount: missing }, wallet, "wallet.credit-too-small"), spent];
}
