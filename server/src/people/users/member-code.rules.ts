import { exact } from "@portal/shared/platform/texts.ts";

/**
 * The codes that a text may mean, the likeliest first: as it is, and without what people and messengers put around a link
 * (`ANNA.`, `(ANNA)`, a mark that nobody sees). Empty where it cannot be one. Their case does not matter.
 */
export function codesMeant(text: string): readonly string[] {
  const typed = exact(text.slice(0, longestText));
  const bare = typed.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return [...new Set([typed, bare])].filter((code) => /^[\w.-]{1,64}$/.test(code));
}

const longestText = 200;
