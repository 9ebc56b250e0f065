import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import type { OrderEvent } from "./order.events.ts";

/** The events that restore the buyer's store credit, for those of `events` that refund some. */
export type RestoreCredit = (
  streams: StreamReader,
  buyerId: number | null,
  events: readonly OrderEvent[],
) => Promise<DecidedEvent[]>;
