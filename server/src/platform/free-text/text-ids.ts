import { z } from "zod";
import type { Fact } from "../ledger/decider.ts";

/** In an event: where its text is. It is the event's own id, or null where nothing was typed. */
export const textIdSchema = z.guid().toLowerCase().nullable();

/** The id of the text that an event holds, if it holds one. */
export function textIdOf({ data }: Fact): string | null {
  if ("reasonId" in data && typeof data.reasonId === "string") return data.reasonId;
  return "referenceId" in data && typeof data.referenceId === "string" ? data.referenceId : null;
}

/**
 * References that the shop makes itself and that name nobody: the order's number as the buyer is asked to quote it, a
 * line of a bank statement, store credit. They stay in the event.
 */
const ownReference = /^(?:RH\d{1,10}|bank line \d{1,10}|store credit)$/;

type Reference = Readonly<{ reference: string; referenceId: string | null }>;

/** A payment's reference as its event holds it: the provider's and the shop's own as they are, others by id. */
export function paymentReference(
  method: "card" | "eft" | "credit",
  reference: string,
  id: string | null,
): Reference {
  return method === "card" || reference === "" || ownReference.test(reference)
    ? { reference, referenceId: null }
    : { reference: "", referenceId: id };
}

/** Data of an older event, with the id of its reason instead of the reason. */
export function withReasonId<Older extends Readonly<{ reason: string | null }>>(
  { reason, ...data }: Older,
  eventId: string,
): Omit<Older, "reason"> & { reasonId: string | null } {
  return { ...data, reasonId: reason ? eventId : null };
}
