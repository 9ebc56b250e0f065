import { z } from "zod";
import type { Fact } from "../ledger/decider.ts";
import { newEventId } from "../ledger/event-catalogue.ts";
import type { DecidedEvent } from "../ledger/ledger.ts";
import { textIdOf } from "./text-ids.ts";

/**
 * Text typed by a user. It is stored in a table of its own, where it can be erased, under the id of its event: the event and
 * the audit log hold this id, and never the text.
 */
export type FreeText = Readonly<{ id: string; text: string }>;

/** Shown in place of an erased text. */
export const erasedText = "Erased";

/** Assigns the id of the event that will refer to the text; null for no text. */
export function typed(text: string | null): FreeText | null {
  return text ? { id: newEventId(), text } : null;
}

/** Stands for a text in the audit log, which is kept for ever. */
export const textRefSchema = z.strictObject({ textId: z.guid() });

export function textRef(text: FreeText | null): z.infer<typeof textRefSchema> | null {
  return text && { textId: text.id };
}

/**
 * Events for the ledger. An event with the id of a text gets that id as its own, as an imported one has, so that an export
 * is the same wherever it is imported.
 */
export function inStream(streamId: string, events: readonly Fact[]): DecidedEvent[] {
  return events.map((event) => {
    const eventId = textIdOf(event);
    return { streamId, event, ...(eventId !== null && { eventId }) };
  });
}

/** The text of an id for display; null for no text. */
export function shownText(texts: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (texts.get(id) ?? erasedText);
}
