import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CommandOf, VersionedMap } from "../../platform/ledger/decider.ts";
import type { WalletEvent } from "./wallet.events.ts";

type DataOf<Type extends WalletEvent["type"]> = Extract<WalletEvent, { type: Type }>["data"];

export type OpenPayout = Readonly<{
  payoutId: string;
  commission: number;
  credit: number;
  requested: number;
  withheld: number;
}>;

/** The part of a wallet's state that its payouts change. */
export type PayoutsState = Readonly<{
  /** Σ commission of paid requests, less what was returned, repaid, set off or written off. */
  paid: number;
  /**
   * Commission converted to credit, less what paid requests deducted. Below zero where two of them deducted the same, because
   * the first one counted as returned when the second was paid.
   */
  credit: number;
  open: OpenPayout | null;
  settled: VersionedMap<string, "paid" | "rejected" | "returned">;
  /** The requests that were paid, for what the bank may return. */
  paidRequests: VersionedMap<string, OpenPayout>;
  /** The transaction by which each was returned last. */
  returnedBy: VersionedMap<string, number | null>;
  /** Of payouts for which the shop wrote the member's tax invoice. */
  taxInvoices: VersionedMap<string, "issued" | "credited">;
}>;

/** `amount` arrived in the bank account. */
export type ReturnPayout = CommandOf<"ReturnPayout", Omit<DataOf<"PayoutReturned">, "withheld">>;
export type UndoPayoutReturn = CommandOf<
  "UndoPayoutReturn",
  Pick<DataOf<"PayoutReturnUndone">, "payoutId" | "userId">
>;

/** @throws DomainError payout.already-paid, payout.already-rejected, payout.returned, payout.unknown */
export function requireOpen({ open, settled }: PayoutsState, payoutId: string): OpenPayout {
  if (open?.payoutId === payoutId) return open;
  switch (settled.get(payoutId)) {
    case "paid":
      throw new DomainError("payout.already-paid");
    case "rejected":
      throw new DomainError("payout.already-rejected");
    case "returned":
      throw new DomainError("payout.returned");
    default:
      throw new DomainError("payout.unknown", payoutId);
  }
}

/** @throws DomainError payout.not-paid, payout.already-rejected, payout.returned, payout.unknown */
export function requirePaid(
  { open, settled, paidRequests }: PayoutsState,
  payoutId: string,
): OpenPayout {
  const state = settled.get(payoutId);
  const request = paidRequests.get(payoutId);
  if (state === "paid" && request) return request;
  if (state === "rejected") throw new DomainError("payout.already-rejected");
  if (state === "returned") throw new DomainError("payout.returned");
  throw new DomainError(open?.payoutId === payoutId ? "payout.not-paid" : "payout.unknown");
}

/**
 * The payout that pays the money again has a tax invoice of its own, so the first one is taken back.
 *
 * @throws DomainError payout.other-return
 */
export function payoutReturned(command: ReturnPayout, wallet: PayoutsState): WalletEvent[] {
  const { userId, payoutId, amount: arrived, bankLineId } = command;
  const { requested: amount, withheld } = requirePaid(wallet, payoutId);
  if (arrived !== amount - withheld) throw new DomainError("payout.other-return");
  const reason = "payout-returned";
  return [
    ...(wallet.taxInvoices.get(payoutId) === "issued"
      ? [
          {
            type: "SelfBilledInvoiceCredited" as const,
            data: { payoutId, userId, reason } as const,
          },
        ]
      : []),
    { type: "PayoutReturned", data: { payoutId, userId, amount, withheld, bankLineId } },
  ];
}

/**
 * The balance may fall below zero: what the member was paid since is owed then, as after a refund. A credit note that the return
 * wrote stays.
 *
 * @throws DomainError payout.not-returned, payout.unknown
 */
export function returnUndone(
  { userId, payoutId }: UndoPayoutReturn,
  wallet: PayoutsState,
): WalletEvent {
  const { requested: amount, withheld } = requireReturned(wallet, payoutId);
  const bankLineId = wallet.returnedBy.get(payoutId) ?? null;
  return { type: "PayoutReturnUndone", data: { payoutId, userId, amount, withheld, bankLineId } };
}

function requireReturned(wallet: PayoutsState, payoutId: string): OpenPayout {
  const request = wallet.paidRequests.get(payoutId);
  if (request && wallet.settled.get(payoutId) === "returned") return request;
  const isKnown = wallet.open?.payoutId === payoutId || wallet.settled.get(payoutId) !== undefined;
  throw new DomainError(isKnown ? "payout.not-returned" : "payout.unknown");
}

/** @throws DomainError for a return that cannot follow the state */
export function withReturned<State extends PayoutsState>(
  wallet: State,
  { payoutId, amount, withheld, bankLineId }: DataOf<"PayoutReturned">,
): State {
  const request = requirePaid(wallet, payoutId);
  // What was withheld whole never went to the bank.
  if (amount !== request.requested || withheld !== request.withheld || amount === withheld)
    throw new DomainError("wallet.wrong-amounts");
  return {
    ...wallet,
    paid: wallet.paid - request.commission,
    credit: wallet.credit + request.credit,
    settled: wallet.settled.with(payoutId, "returned"),
    returnedBy: wallet.returnedBy.with(payoutId, bankLineId),
  };
}

/** @throws DomainError for an undoing that cannot follow the state */
export function withReturnUndone<State extends PayoutsState>(
  wallet: State,
  { payoutId, amount, withheld, bankLineId }: DataOf<"PayoutReturnUndone">,
): State {
  const request = requireReturned(wallet, payoutId);
  const isTheSame = bankLineId === (wallet.returnedBy.get(payoutId) ?? null);
  if (amount !== request.requested || withheld !== request.withheld || !isTheSame)
    throw new DomainError("wallet.wrong-amounts");
  return {
    ...wallet,
    paid: wallet.paid + request.commission,
    credit: wallet.credit - request.credit,
    settled: wallet.settled.with(payoutId, "paid"),
  };
}
