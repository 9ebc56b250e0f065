import { auditSentences } from "@portal/shared/platform/audit-actions.ts";

const sentences: Readonly<Record<string, string>> = auditSentences;

/** What an older version wrote down and nobody writes any more keeps its name. */
export function auditWords(action: string): string {
  return Object.hasOwn(sentences, action) ? (sentences[action] ?? action) : action;
}

/** The same where it begins a line. */
export function auditTitle(action: string): string {
  const words = auditWords(action);
  return words === action ? action : words.charAt(0).toUpperCase() + words.slice(1);
}
