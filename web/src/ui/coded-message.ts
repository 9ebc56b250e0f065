import { errorMessage, isOfFields, reasonOf } from "../api/error-message.ts";

/** The error codes of the office's forms and lists (specification, section 8), for errors other than refusals. */
const failureCodes = { save: "E004", load: "E006", delete: "E007" } as const;

/** A refusal's own message; any other error with its code. */
export function codedMessage(task: keyof typeof failureCodes, error: unknown): string {
  const words = errorMessage(error);
  const isRefused = reasonOf(error) !== null || isOfFields(error);
  return isRefused ? words : `${failureCodes[task]}: ${words}`;
}
