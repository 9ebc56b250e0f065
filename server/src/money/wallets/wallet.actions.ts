import type { ConvertToCredit } from "@portal/shared/money/wallet-entries.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { requirePayoutsGoOn } from "../payouts/payout-stop.queries.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";
import { requirePasswordForCredit } from "./credit-password.ts";
import { findCreditFacts, getPayoutFacts } from "./payout-facts.queries.ts";
import { getWallet, type WalletView } from "./wallet.queries.ts";

/** From the database that decides, not a replica: what is shown here is what a request would find. */
export async function getOwnWallet(caller: Caller, userId: number): Promise<WalletView> {
  return getWallet(readOnly(caller.db), { userId, region: caller.shop.region, now: caller.now() });
}

/**
 * Asks for everything that is unpaid and not maturing now. The stream is read before the figures, so a payout that is
 * settled in between makes the append fail and this is decided again; what accrues in between belongs
 * to the next request, because the cut-off is the position of the figures.
 *
 * @throws DomainError payout.stopped, and what the wallet refuses
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
    const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());

    const payoutId = caller.newId();
    const events = wallet.decide({ type: "RequestPayout", userId, payoutId, ...facts });
    await requirePayoutsGoOn(readOnly(caller.db));
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

/**
 * Turns commission that is payable into store credit: no open request asks for it, and it is not maturing. It
 * cannot be turned back: orders are paid with it, and the next payout is so much less.
 *
 * @param asked amount in minor units
 * @throws DomainError wallet.balance-too-small, wallet.still-maturing
 */
export async function convertToCredit(
  caller: Caller,
  userId: number,
  { commandId, amount }: ConvertToCredit,
): Promise<{ storeCredit: number }> {
  const command = commandFrom(caller, commandId, { action: "wallet.convertToCredit", amount });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    await requirePasswordForCredit(caller, userId, { type: "CommissionConverted", amount });
    const facts = await findCreditFacts(readOnly(caller.db), userId, caller.now());
    const events = wallet.decide({ type: "ConvertCommission", userId, amount, ...facts });
    return {
      events: events.map((event) => ({ streamId, event })),
      answer: { storeCredit: facts.creditAccount + amount },
    };
  });
  return answer;
}
