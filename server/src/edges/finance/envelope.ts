import { streamOf } from "../../projections/fold/keys-of-event.ts";
import { z } from "zod";
import { UnreadableEvent } from "../../platform/ledger/event-catalogue.ts";
import type { EventMetadata, Recorded } from "../../platform/ledger/recorded-event.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { typedIn } from "./published-events.ts";
import { type LedgerEvent, ledgerCatalogue } from "../../projections/ledger-catalogue.ts";

/** One line of an import or export file (docs/domain.md, "The ledger's events"), checked and lifted. */
export type IncomingEvent = Readonly<{
  eventId: string;
  streamId: string;
  /** Absent: whatever version comes next. */
  streamVersion: number | undefined;
  occurredAt: string;
  metadata: EventMetadata;
  event: LedgerEvent;
  /** What somebody typed: the event holds only where it is. */
  text: string | null;
}>;

const userId = z.int().positive().nullable();

/** Strict, so that a misspelt field is named instead of being dropped from the books. */
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
      actorId: userId.optional(),
      impersonatedById: userId.optional(),
      correlationId: z.string().max(200).optional(),
      source: z.string().max(100).optional(),
    })
    .default({ source: "import" }),
});

/** Reads one line. @throws UnreadableEvent with a sentence that says what is wrong with it. */
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
    metadata: withoutAbsent(metadata),
    event,
    text: typedIn(event, data),
  };
}

/** The line of an export file: the fields in the order of the envelope, nothing of the ledger's own. */
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

/** Escapes for characters that JSON may hold and a database may not: none at all, and half ones. */
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

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "this is not an event";
  if (issue.code === "unrecognized_keys")
    return `unknown field ${[...issue.path, issue.keys[0]].join(".")}`;
  return issue.path.length === 0
    ? "this is not a JSON object"
    : `${issue.path.join(".")}: ${issue.message}`;
}

/** A schema drops what it does not know; a history must not lose a field, nor smuggle one in. */
function refuseUnknownFields(path: string, incoming: unknown, accepted: unknown): void {
  if (typeof incoming !== "object" || incoming === null) return;
  for (const [field, value] of Object.entries(incoming)) {
    const kept: unknown =
      typeof accepted === "object" && accepted !== null ? Reflect.get(accepted, field) : undefined;
    if (kept === undefined && value !== undefined)
      throw new UnreadableEvent(`unknown field ${path}.${field}`);
    refuseUnknownFields(`${path}.${field}`, value, kept);
  }
}

function withoutAbsent(metadata: z.output<typeof envelopeSchema>["metadata"]): EventMetadata {
  const { actorId, impersonatedById, correlationId, source } = metadata;
  return {
    ...(actorId === undefined ? {} : { actorId }),
    ...(impersonatedById === undefined ? {} : { impersonatedById }),
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(source === undefined ? {} : { source }),
  };
}
