import { errorMessage, isOfFields, reasonOf } from "../../api/error-message.ts";

/**
 * What the generic forms and lists name where something failed that has no words of its own
 * (specification, section 8): saving, loading and deleting an item.
 */
const failureCodes = { save: "E004", load: "E006", delete: "E007" } as const;

/** A refusal in its words; anything else with its code, for whoever is told of it. */
export function codedMessage(task: keyof typeof failureCodes, error: unknown): string {
  const words = errorMessage(error);
  const isRefused = reasonOf(error) !== null || isOfFields(error);
  return isRefused ? words : `${failureCodes[task]}: ${words}`;
}
