import { randomUUID } from "node:crypto";
import { type WalletCommand, walletDecider } from "../money/wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../money/wallets/wallet.events.ts";
import type { TestShop } from "./shop-test.ts";

/** Store credit that nobody of the office granted. @param amount in minor units @param at when it happened, ISO 8601 */
export async function grantCredit(
  { deps }: TestShop,
  userId: number,
  amount: number,
  at: string = deps.now(),
): Promise<void> {
  const ask: WalletCommand = { type: "GrantCredit", userId, amount, reasonId: null };
  const command = { commandId: randomUUID(), request: ask, metadata: {}, occurredAt: at };
  const streamId = walletStream(userId);
  await deps.ledger.execute(command, async (streams) => {
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const events = wallet.decide(ask).map((event) => ({ streamId, event }));
    return { events, answer: null };
  });
}
