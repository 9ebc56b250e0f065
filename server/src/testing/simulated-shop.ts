import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { applyToProjections } from "../projections/fold/projections.fold.ts";
import { checkAgainstProjections } from "../projections/compare/check-against-projections.ts";
import {
  createMemoryProjections,
  type MemoryProjections,
} from "../projections/store/memory-projections.ts";
import {
  type CommissionPlanCommand,
  commissionPlanDecider,
} from "../network/commissions/commission-plan.decider.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../projections/ledger-catalogue.ts";
import { type NetworkCommand, networkDecider } from "../network/members/network.decider.ts";
import type { OrderCommand } from "../sales/orders/order-commands.ts";
import { closingDecider } from "../money/statements/closing.decider.ts";
import {
  type BankEntryCommand,
  bankEntryDecider,
} from "../sales/bank-entries/bank-entry.decider.ts";
import { orderDecider } from "../sales/orders/order.decider.ts";
import { type WalletCommand, walletDecider } from "../money/wallets/wallet.decider.ts";
import type { Decider, Fact } from "../platform/ledger/decider.ts";
import { createRecorder } from "./recorded-facts.ts";

/** Commands that are decided together, as in one action of the product. */
export type Action = Readonly<{
  network?: NetworkCommand;
  plan?: CommissionPlanCommand;
  wallet?: WalletCommand;
  order?: OrderCommand;
  closing?: CloseMonth;
  bankEntry?: BankEntryCommand;
  /** How long before it is recorded it happened; it is a payment, which has the day of the bank. */
  minutesAgo?: number;
  /** When it happened, where that is the time of another event. */
  occurredAt?: string;
}>;

type CloseMonth = Parameters<typeof closingDecider.decide>[0];

/** The whole business in memory, with the real deciders and the real fold. */
export type SimulatedShop = Readonly<{
  projections: MemoryProjections;
  history: readonly RecordedLedgerEvent[];
  /** The new events; null if the action was refused, which changes nothing. */
  act: (action: Action) => readonly LedgerEvent[] | null;
}>;

type Decided = { events: LedgerEvent[]; keep: () => void };

export function createSimulatedShop(): SimulatedShop {
  const projections = createMemoryProjections();
  const history: RecordedLedgerEvent[] = [];
  const record = createRecorder();
  const network = createStreams(networkDecider);
  const plans = createStreams(commissionPlanDecider);
  const wallets = createStreams(walletDecider);
  const orders = createStreams(orderDecider);
  const closings = createStreams(closingDecider);
  const bankEntries = createStreams(bankEntryDecider);

  function decide({ network: change, plan, wallet, order, closing, bankEntry }: Action): Decided[] {
    return [
      ...(change ? [network("network", change)] : []),
      ...(plan ? [plans("plan", plan)] : []),
      ...(wallet ? [wallets(String(wallet.userId), wallet)] : []),
      ...(order ? [orders(order.orderId, order)] : []),
      ...(closing ? [closings("books", closing)] : []),
      ...(bankEntry ? [bankEntries(bankEntry.entryId, bankEntry)] : []),
    ];
  }

  return {
    projections,
    history,
    act(action) {
      const decided = refusedAsNull(() => decide(action));
      if (!decided) return null;
      const events = decided.flatMap((each) => each.events);
      // From here on nothing may be refused: decided events must be readable and importable.
      for (const { keep } of decided) keep();
      for (const fact of events) {
        const { minutesAgo, occurredAt } = action;
        const event = { ...record(fact, minutesAgo), ...(occurredAt && { occurredAt }) };
        checkAgainstProjections(projections, event);
        applyToProjections(projections, event);
        history.push(event);
      }
      return events;
    },
  };
}

function createStreams<State, Command, Event extends Fact & LedgerEvent>(
  decider: Decider<State, Command, Event>,
): (streamId: string, command: Command) => Decided {
  const states = new Map<string, State>();
  return (streamId, command) => {
    const state = states.get(streamId) ?? decider.initialState;
    const events = decider.decide(command, state);
    return {
      events: [...events],
      keep: () => states.set(streamId, events.reduce(decider.evolve, state)),
    };
  };
}

function refusedAsNull<Answer>(decide: () => Answer): Answer | null {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
