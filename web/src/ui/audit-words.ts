import { auditSentences } from "@portal/shared/platform/audit-actions.ts";

const sentences: Readonly<Record<string, string>> = auditSentences;

/** The sentence of an action; unknown actions of older versions keep their name. */
export function auditWords(action: string): string {
  return Object.hasOwn(sentences, action) ? (sentences[action] ?? action) : action;
}

/** The sentence with a capital letter. */
export function auditTitle(action: string): string {
  const words = auditWords(action);
  return words === action ? action : words.charAt(0).toUpperCase() + words.slice(1);
}
