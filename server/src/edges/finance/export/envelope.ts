import { z } from "zod";
import { shownText } from "../../../platform/free-text/free-text.rules.ts";
import { textIdOf } from "../../../platform/free-text/text-ids.ts";
import {
  type EventMetadata,
  type Recorded,
  type StoredFact,
  UnreadableEvent,
} from "../../../platform/ledger/event-catalogue.ts";
import { streamOf } from "../../../projections/fold/keys-of-event.ts";
import { ledgerCatalogue, type LedgerEvent } from "../../../projections/ledger-catalogue.ts";

/** One line of an import or export file (docs/domain.md, "The ledger's events"), validated and lifted. */
export type IncomingEvent = Readonly<{
  eventId: string;
  streamId: string;
  /** Undefined for the next version of the stream. */
  streamVersion: number | undefined;
  occurredAt: string;
  metadata: EventMetadata;
  event: LedgerEvent;
  /** The free text, to which the event only refers. */
  text: string | null;
}>;

const userId = z.int().positive().nullable();

/** Strict, so that a misspelt field is refused rather than dropped. */
const envelopeSchema = z.strictObject({
  eventId: z.guid().toLowerCase(),
  streamId: z.string().min(1).max(200),
  streamVersion: z.int().positive().optional(),
  type: z.string().min(1),
  schemaVersion: z.int().positive(),
  occurredAt: z.iso.datetime({ offset: true }).refine(isOfOurTime, "is before 1970"),
  data: z.record(z.string(), z.unknown()),
  metadata: z
    .strictObject({
      actorId: userId.exactOptional(),
      impersonatedById: userId.exactOptional(),
      correlationId: z.string().max(200).exactOptional(),
      source: z.string().max(100).exactOptional(),
      decisionId: z.guid().exactOptional(),
      confirmedById: userId.exactOptional(),
    })
    .default({ source: "import" }),
});

/** @throws UnreadableEvent that says what is wrong with the line */
export function parseEnvelope(text: string): IncomingEvent {
  const json = parseJson(text);
  if (unstorableEscape.test(text)) refuseUnstorable("", json);
  const checked = envelopeSchema.safeParse(json);
  if (!checked.success) throw new UnreadableEvent(firstIssue(checked.error));
  const { type, schemaVersion, data, metadata, occurredAt, ...rest } = checked.data;

  const stored = { type, schemaVersion, eventId: rest.eventId, data };
  const event = ledgerCatalogue.accept(stored);
  refuseUnknownFields(type, data, ledgerCatalogue.check(stored));
  const textId = textIdOf(event);
  if (textId !== null && textId !== rest.eventId)
    throw new UnreadableEvent(`the text of this ${type} is not known by the id of the event`);
  const streamId = streamOf(event);
  if (rest.streamId.toLowerCase() !== streamId)
    throw new UnreadableEvent(`this ${type} belongs to stream ${streamId}, not ${rest.streamId}`);
  return {
    eventId: rest.eventId,
    streamId,
    streamVersion: rest.streamVersion,
    occurredAt: new Date(occurredAt).toISOString(),
    metadata,
    event,
    text: typedIn(event, data),
  };
}

/** A line of an export file: the fields of the envelope in their order, without position, recorded time and hashes. */
export function formatEnvelope(event: Omit<Recorded, "position" | "recordedAt">): string {
  const { eventId, streamId, streamVersion, type, schemaVersion, occurredAt, data, metadata } =
    event;
  return JSON.stringify({
    eventId,
    streamId,
    streamVersion,
    type,
    schemaVersion,
    occurredAt,
    data,
    metadata,
  });
}

/** Escapes that are valid in JSON and cannot be stored in PostgreSQL: NUL and lone surrogates. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i;

function refuseUnstorable(path: string, value: unknown): void {
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    throw new UnreadableEvent(`${path}: holds a character that cannot be kept`);
  if (typeof value !== "object" || value === null) return;
  for (const [field, inner] of Object.entries(value))
    refuseUnstorable(path === "" ? field : `${path}.${field}`, inner);
}

function isOfOurTime(instant: string): boolean {
  return Date.parse(instant) >= 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableEvent("this is not a JSON object");
  }
}

function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "this is not an event";
  if (issue.code === "unrecognized_keys")
    return `unknown field ${[...issue.path, issue.keys[0]].join(".")}`;
  return issue.path.length === 0
    ? "this is not a JSON object"
    : `${issue.path.join(".")}: ${issue.message}`;
}

/** Schemas drop unknown fields silently; an import must refuse them. */
function refuseUnknownFields(path: string, incoming: unknown, accepted: unknown): void {
  if (typeof incoming !== "object" || incoming === null) return;
  for (const [field, value] of Object.entries(incoming)) {
    const known: unknown =
      typeof accepted === "object" && accepted !== null ? Reflect.get(accepted, field) : undefined;
    if (known === undefined && value !== undefined)
      throw new UnreadableEvent(`unknown field ${path}.${field}`);
    refuseUnknownFields(`${path}.${field}`, value, known);
  }
}

/** What is booked at the bank has no version with its text, so files have the id of it. */
type WithText<Event> =
  Event extends Readonly<{ type: infer Type; data: infer Data }>
    ? Type extends "MoneyBooked"
      ? Event
      : Data extends Readonly<{ reasonId: string | null }>
        ? Readonly<{
            type: Type;
            data: Omit<Data, "reasonId"> & Readonly<{ reason: string | null }>;
          }>
        : Data extends Readonly<{ referenceId: string | null }>
          ? Readonly<{
              type: Type;
              data: Omit<Data, "referenceId"> & Readonly<{ reference: string }>;
            }>
          : Event
    : never;

/**
 * An event as import and export files have it: with the free text in its data (docs/domain.md, "The ledger's events").
 */
export type PublishedEvent = WithText<LedgerEvent>;

/** The second version of these events moved their text out of the ledger; files still use the first. */
const publishedVersions: ReadonlyMap<string, number> = new Map([
  ["PaymentReceived", 1],
  ["PaymentRefunded", 1],
  ["OrderCancelled", 1],
  ["PayoutPaid", 1],
  ["PayoutCorrected", 1],
  ["PayoutRejected", 1],
  ["CreditGranted", 1],
]);

/** The schema version of a type in import and export files. */
export function publishedVersionOf(type: LedgerEvent["type"]): number {
  return publishedVersions.get(type) ?? ledgerCatalogue.versionOf(type);
}

/** The free text in the data of a published event, if any. */
function typedIn(event: LedgerEvent, data: object): string | null {
  if (textIdOf(event) === null) return null;
  if ("reason" in data && typeof data.reason === "string") return data.reason;
  return "reference" in data && typeof data.reference === "string" ? data.reference : null;
}

/**
 * A stored event as files have it, with its fields in the order of the schema, so that the same event is always the same
 * line. An erased text is replaced by words that say so.
 */
export function publish(
  stored: StoredFact,
  texts: ReadonlyMap<string, string>,
): Readonly<{ schemaVersion: number; data: object }> {
  const event = ledgerCatalogue.read(stored);
  const schemaVersion = publishedVersionOf(event.type);
  const isOlder = schemaVersion === ledgerCatalogue.versionOf(event.type);
  const data = isOlder ? event.data : withText(event, texts);
  const ordered = ledgerCatalogue.check({ ...stored, schemaVersion, data });
  return { schemaVersion, data: typeof ordered === "object" && ordered ? ordered : data };
}

function withText({ type, data }: LedgerEvent, texts: ReadonlyMap<string, string>): object {
  if ("reasonId" in data) {
    const { reasonId, ...rest } = data;
    return {
      ...rest,
      reason: shownText(texts, reasonId) ?? (type === "PayoutRejected" ? null : ""),
    };
  }
  if (!("referenceId" in data)) return data;
  const { referenceId, ...rest } = data;
  const own = "reference" in rest ? rest.reference : "";
  const reference = shownText(texts, referenceId) ?? own;
  if (!("withheld" in rest)) return { ...rest, reference };
  const { withheld, selfBilledVatBps, ...payment } = rest;
  return {
    ...payment,
    ...(withheld === 0 ? {} : { withheld }),
    ...(selfBilledVatBps === null ? {} : { selfBilledVatBps }),
    reference,
  };
}
