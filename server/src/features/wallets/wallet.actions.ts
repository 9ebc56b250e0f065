import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../db/database.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";
import { getPayoutFacts, getWallet, type WalletView } from "./wallet.queries.ts";

/** From the database that decides, not a replica: what is shown here is what a request would find. */
export async function getOwnWallet(caller: Caller, userId: number): Promise<WalletView> {
  return getWallet(readOnly(caller.db), userId, caller.shop.region);
}

/**
 * Asks for everything that is unpaid now. The stream is read before the figures, so a payout that is
 * settled in between makes the append fail and this is decided again; what accrues in between belongs
 * to the next request, because the cut-off is the position of the figures.
 */
export async function requestPayout(
  caller: Caller,
  userId: number,
  commandId: string,
): Promise<{ payoutId: string }> {
  const command = commandFrom(caller, commandId, { action: "wallet.requestPayout" });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const facts = await getPayoutFacts(readOnly(caller.db), userId);

    const payoutId = caller.newId();
    const events = wallet.decide({ type: "RequestPayout", userId, payoutId, ...facts });
    return {
      events: events.map((event) => ({ streamId, event })),
      answer: { payoutId },
      alongside: (tx) =>
        queueMessage(tx, caller, `payout-requested:${payoutId}`, {
          kind: "payout-requested",
          userId,
          payoutId,
        }),
    };
  });
  return answer;
}
