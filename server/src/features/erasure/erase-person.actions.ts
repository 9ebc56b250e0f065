import type { Database, Tx } from "../../db/database.ts";
import type { Command, Ledger } from "../../ledger/ledger.ts";
import { changesOf, loadNetwork } from "../users/enrol-member.actions.ts";
import { type Erased, eraseAccount } from "./erase-account.store.ts";

export type EraseDesk = Readonly<{ db: Database; ledger: Ledger; now: () => string }>;

/**
 * Forgets a person for good: a member leaves the network by an event, and every table that may forget does
 * (edges 18, R77). What the ledger says of the number stays, and so do all sums.
 *
 * @throws DomainError account.unknown, account.erased, account.open-payout, account.money-due
 */
export async function erasePerson(
  { ledger, now }: EraseDesk,
  command: Command,
  userId: number,
  alongside: (tx: Tx) => Promise<void>,
): Promise<Erased> {
  const nothing: Erased = { addresses: 0, sessions: 0, orders: 0 };
  let erased = nothing;
  await ledger.execute(command, async (streams) => {
    const network = await loadNetwork(streams);
    const isMember = network.state.members.get(userId)?.active === true;
    return {
      events: isMember ? changesOf(network, [{ type: "DeactivateMember", userId }]) : [],
      answer: { id: userId },
      alongside: async (tx) => {
        erased = await eraseAccount(tx, userId, now());
        await alongside(tx);
      },
    };
  });
  return erased;
}
