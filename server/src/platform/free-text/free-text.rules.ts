import { z } from "zod";
import type { Fact } from "../ledger/decider.ts";
import { newEventId } from "../ledger/event-catalogue.ts";
import type { DecidedEvent } from "../ledger/ledger.ts";
import { textIdOf } from "./text-ids.ts";

/**
 * What somebody typed. It is kept in a table that can forget, under the id of the event that it belongs to: the event
 * and the audit hold this id, and never the text.
 */
export type FreeText = Readonly<{ id: string; text: string }>;

/** What is shown where a text was, and is erased. */
export const erasedText = "Erased";

/** Text with an id for the event that will hold it; null where nothing was typed. */
export function typed(text: string | null): FreeText | null {
  return text ? { id: newEventId(), text } : null;
}

/** What an audit entry holds instead of a text. */
export const textRefSchema = z.strictObject({ textId: z.guid() });

/** For the audit, which keeps for ever what it holds. */
export function textRef(text: FreeText | null): z.infer<typeof textRefSchema> | null {
  return text && { textId: text.id };
}

/**
 * Events for the ledger. One that holds the id of a text is known by that id itself, as an imported one is, so that an
 * export of it says the same wherever it is imported.
 */
export function inStream(streamId: string, events: readonly Fact[]): DecidedEvent[] {
  return events.map((event) => {
    const eventId = textIdOf(event);
    return { streamId, event, ...(eventId !== null && { eventId }) };
  });
}

/** What stands for an id on a screen; null where nothing was typed. */
export function shownText(texts: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (texts.get(id) ?? erasedText);
}
