import type { LiveMessage } from "@portal/shared/platform/live.ts";
import type { ReadDatabase } from "../db/database.ts";
import { concernedEventsAfter, headPosition } from "./ledger-tail.queries.ts";
import {
  type ConcernedEvent,
  everythingMayHaveChanged,
  type LiveListener,
  messageFor,
  nothingChanged,
} from "./live.rules.ts";

/** What somebody is told of what was just read. */
export type News = (who: LiveListener) => LiveMessage;

/** The end of the ledger as one process follows it, and the last of what it read. */
export type LedgerTail = Readonly<{
  position: () => number;
  /** Goes to the end: what came before is of no interest to anybody here. */
  skip: () => Promise<void>;
  /** Reads to the end, page by page. */
  readOn: (tell: (position: number, news: News) => void) => Promise<void>;
  missedSince: (after: number | null, who: LiveListener) => LiveMessage;
}>;

const eventsPerPage = 500;
/** Behind by more than this, somebody imports a history: nobody is told each of its events. */
const tellingMax = 5000;
const rememberedMax = 2000;

export function createLedgerTail(db: ReadDatabase): LedgerTail {
  let position = 0;
  /** Everything after `rememberedAfter`, for whoever comes back. */
  let remembered: ConcernedEvent[] = [];
  let rememberedAfter = 0;

  function skipTo(head: number) {
    position = head;
    remembered = [];
    rememberedAfter = head;
  }

  function remember(events: readonly ConcernedEvent[]) {
    remembered.push(...events);
    const forgotten = remembered.splice(0, Math.max(0, remembered.length - rememberedMax));
    rememberedAfter = forgotten.at(-1)?.position ?? rememberedAfter;
  }

  return {
    position: () => position,
    skip: async () => skipTo(await headPosition(db)),
    async readOn(tell) {
      const head = await headPosition(db);
      if (head - position > tellingMax) {
        skipTo(head);
        tell(head, () => everythingMayHaveChanged);
      }
      while (position < head) {
        const events = await concernedEventsAfter(db, position, eventsPerPage);
        position = events.at(-1)?.position ?? head;
        remember(events);
        tell(position, (who) => messageFor(who, events));
      }
    },
    missedSince(after, who) {
      if (after === null) return nothingChanged;
      if (after < rememberedAfter) return everythingMayHaveChanged;
      return messageFor(
        who,
        remembered.filter((event) => event.position > after),
      );
    },
  };
}
