import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { z } from "zod";
import type { Fact } from "../ledger/decider.ts";

/** In an event, the id of its text: the event's own id, or null for no text. */
export const textIdSchema = z.guid().toLowerCase().nullable();

export function textIdOf({ data }: Fact): string | null {
  if ("reasonId" in data && typeof data.reasonId === "string") return data.reasonId;
  return "referenceId" in data && typeof data.referenceId === "string" ? data.referenceId : null;
}

/**
 * References that the shop generates and that hold no personal data: the order's reference, a bank transaction, store credit.
 * They stay in the event.
 */
const ownReference = /^(?:bank line \d{1,10}|store credit)$/;
const orderOnly = new RegExp(`^${eftPrefix}\\d{1,10}$`);

type Reference = Readonly<{ reference: string; referenceId: string | null }>;

/** The reference of a payment in its event: the provider's and the shop's own as they are, others by id. */
export function paymentReference(
  method: "card" | "eft" | "credit",
  reference: string,
  id: string | null,
): Reference {
  return method === "card" ||
    reference === "" ||
    ownReference.test(reference) ||
    orderOnly.test(reference)
    ? { reference, referenceId: null }
    : { reference: "", referenceId: id };
}

/** Lifts an older event: replaces its reason by an id. */
export function withReasonId<Older extends Readonly<{ reason: string | null }>>(
  { reason, ...data }: Older,
  eventId: string,
): Omit<Older, "reason"> & { reasonId: string | null } {
  return { ...data, reasonId: reason ? eventId : null };
}
