import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { aRecipient, anOrder } from "../../bench/guest-order.ts";
import { createClient, createJournal, type Journal } from "../../chaos/client.ts";

/** The effect of a disturbance on guests. */
export type Observed = Readonly<{
  acknowledged: number;
  /** The longest time without an acknowledged order. */
  gapMs: number;
  /** Retried requests, by reason. */
  errors: Readonly<Record<string, number>>;
}>;

export function errorCount({ errors }: Observed): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}

export type OrderLoad = Readonly<{
  journal: Journal;
  /** Guests order during `disturb` and for a moment before and after. */
  during: (disturb: () => Promise<void>) => Promise<Observed>;
  close: () => void;
}>;

const guests = 4;
const calmMs = 2000;
const addressSchema = z.object({ id: z.unknown() });

/** Guests who order continuously and retry requests without a definite answer. */
export function createOrderLoad(shopUrl: string): OrderLoad {
  const journal = createJournal();
  let errors: Record<string, number> = {};
  const client = createClient([shopUrl], guests, (why) => {
    errors[why] = (errors[why] ?? 0) + 1;
  });

  async function order(): Promise<boolean> {
    const ids = { uniqueId: randomUUID(), commandId: randomUUID() };
    const address = await client.call("addresses.save", aRecipient(ids.uniqueId));
    if (address.kind !== "done") throw new Error(`no address: ${JSON.stringify(address)}`);
    const { id: addressId } = addressSchema.parse(address.data);
    const placed = await client.call("orders.save", anOrder({ ...ids, addressId }));
    journal.note("orders.save", ids.commandId, placed);
    if (placed.kind === "refused") throw new Error(`an order was refused: ${placed.reason}`);
    return placed.kind === "done";
  }

  return {
    journal,
    close: client.close,
    async during(disturb) {
      errors = {};
      const answered = [performance.now()];
      const over = new AbortController();
      const keepOrdering = async () => {
        while (!over.signal.aborted) if (await order()) answered.push(performance.now());
      };
      const ordering = Promise.all(Array.from({ length: guests }, keepOrdering));
      const disturbing = async () => {
        await delay(calmMs);
        await disturb();
        await delay(calmMs);
      };
      await Promise.race([disturbing(), ordering]).finally(() => over.abort());
      await ordering;
      const gaps = answered.map((at, index) => at - (answered[index - 1] ?? at));
      const gapMs = Math.round(Math.max(...gaps));
      return { acknowledged: answered.length - 1, gapMs, errors };
    },
  };
}
