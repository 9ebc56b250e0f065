import { monthSchema } from "@portal/shared/platform/day-schema.ts";
import { z } from "zod";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
} from "../../platform/ledger/event-catalogue.ts";

export const closingStream = "books";

const root = z.string().regex(/^[0-9a-f]{64}$/);

export const closingEventDefinitions = [
  /** Events after `throughPosition` do not change the month any more, nor any month before it. */
  defineEvent(
    "MonthClosed",
    z.object({
      month: monthSchema,
      /** The months begin at midnight of this time zone. */
      timeZone: z.string().min(1).max(64),
      throughPosition: z.int().min(0),
      /**
       * Like a seal, and continued from the newest one: sha256 over `previousRoot` and the hashes of the events after
       * `afterPosition` up to `throughPosition`.
       */
      seal: z.object({ afterPosition: z.int().min(0), previousRoot: root, root }),
    }),
  ),
] as const;

export const closingEvents = createCatalogue(...closingEventDefinitions);
export type ClosingEvent = EventOf<(typeof closingEventDefinitions)[number]>;
