import { monthSchema } from "@portal/shared/money/statements.ts";
import { z } from "zod";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
} from "../../platform/ledger/event-catalogue.ts";

/** The stream in which months are closed, one after the other. */
export const closingStream = "books";

const root = z.string().regex(/^[0-9a-f]{64}$/);

export const closingEventDefinitions = [
  /**
   * A month is closed: what the ledger holds after `throughPosition` does not change it any more, nor
   * any month before it.
   */
  defineEvent(
    "MonthClosed",
    z.object({
      month: monthSchema,
      /** Whose midnights the months of the projections begin at. */
      timeZone: z.string().min(1).max(64),
      throughPosition: z.int().min(0),
      /**
       * What the ledger was: sha256 over `previousRoot` and the hashes of the events after
       * `afterPosition` up to `throughPosition`, as seals have it; it goes on from the newest seal.
       */
      seal: z.object({ afterPosition: z.int().min(0), previousRoot: root, root }),
    }),
  ),
] as const;

export const closingEvents = createCatalogue(...closingEventDefinitions);
export type ClosingEvent = EventOf<(typeof closingEventDefinitions)[number]>;
