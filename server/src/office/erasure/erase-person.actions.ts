import type { CreditDecision } from "@portal/shared/people/users/erase-user.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Command, DecidedEvent, Ledger } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/stream-reader.ts";
import {
  changesOf,
  loadNetwork,
  type NetworkChange,
} from "../../network/enrolment/enrol-member.actions.ts";
import { walletDecider } from "../../money/wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../../money/wallets/wallet.events.ts";
import { type Erased, eraseAccount } from "./erase-account.store.ts";

export type EraseContext = Readonly<{ ledger: Ledger; now: () => string }>;

/** Whom, and what becomes of store credit that is left: without a decision, erasing waits for it. */
export type Erasure = Readonly<{ userId: number; credit: CreditDecision | undefined }>;

/**
 * Forgets a person for good: a member leaves the network by an event, store credit is paid out or given up by one, and
 * every table that may forget does (docs/reliability.md, R77). What the ledger says of the number stays, and so do all sums.
 *
 * @throws DomainError account.unknown, account.erased, what `eraseAccount` waits for, wallet.wrong-amounts where the
 * credit is another than the one that was decided about
 */
export async function erasePerson(
  { ledger, now }: EraseContext,
  command: Command,
  { userId, credit }: Erasure,
  alongside: (tx: Tx) => Promise<void>,
): Promise<Erased> {
  const nothing: Erased = { addresses: 0, sessions: 0, orders: 0 };
  let erased = nothing;
  await ledger.execute(command, async (streams) => ({
    events: [
      ...(await leavingTheNetwork(streams, userId)),
      ...(credit ? await closingCredit(streams, userId, credit) : []),
    ],
    answer: { id: userId },
    alongside: async (tx) => {
      erased = await eraseAccount(tx, userId, now());
      await alongside(tx);
    },
  }));
  return erased;
}

/** None for whoever is no member, or left already. */
export async function leavingTheNetwork(
  streams: StreamReader,
  userId: number,
): Promise<NetworkChange[]> {
  const network = await loadNetwork(streams);
  const isMember = network.state.members.get(userId)?.active === true;
  return isMember ? changesOf(network, [{ type: "DeactivateMember", userId }]) : [];
}

async function closingCredit(
  streams: StreamReader,
  userId: number,
  credit: CreditDecision,
): Promise<DecidedEvent[]> {
  const streamId = walletStream(userId);
  const wallet = await streams.load(streamId, walletDecider, walletEvents);
  return wallet
    .decide({ type: "CloseCredit", userId, credit })
    .map((event) => ({ streamId, event }));
}
