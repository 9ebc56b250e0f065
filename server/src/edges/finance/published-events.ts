import type { StoredFact } from "../../platform/ledger/event-catalogue.ts";
import { type LedgerEvent, ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";

type WithText<Event> =
  Event extends Readonly<{ type: infer Type; data: infer Data }>
    ? Data extends Readonly<{ reasonId: string | null }>
      ? Readonly<{ type: Type; data: Omit<Data, "reasonId"> & Readonly<{ reason: string | null }> }>
      : Data extends Readonly<{ referenceId: string | null }>
        ? Readonly<{
            type: Type;
            data: Omit<Data, "referenceId"> & Readonly<{ reference: string }>;
          }>
        : Event
    : never;

/**
 * An event as files for import and export have it: with what was typed in its data, as docs/domain.md,
 * "The ledger's events", lists them.
 */
export type PublishedEvent = WithText<LedgerEvent>;

/** Events whose text moved out of the ledger with their second version; files go on in the shape of the first. */
const publishedVersions: ReadonlyMap<string, number> = new Map([
  ["PaymentReceived", 1],
  ["PaymentRefunded", 1],
  ["OrderCancelled", 1],
  ["PayoutPaid", 1],
  ["PayoutRejected", 1],
  ["CreditGranted", 1],
]);

/** The version in which files have events of a type. */
export function publishedVersionOf(type: LedgerEvent["type"]): number {
  return publishedVersions.get(type) ?? ledgerCatalogue.versionOf(type);
}

/** What was typed, if the data of a published event hold it. */
export function typedIn(event: LedgerEvent, data: object): string | null {
  if (textIdOf(event) === null) return null;
  if ("reason" in data && typeof data.reason === "string") return data.reason;
  return "reference" in data && typeof data.reference === "string" ? data.reference : null;
}

/**
 * A stored event as files have it, with its fields in the order of the schema, so that the same event is always the
 * same line. What was erased says so.
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
  return { ...rest, reference: shownText(texts, referenceId) ?? own };
}
