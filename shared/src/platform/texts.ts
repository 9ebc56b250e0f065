import { z } from "zod/mini";

/** Soft hyphens, blanks of no width, and marks of direction: a paste from a message or a document brings them. */
const unseen = /[\u00AD\u200B\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** With those that mean something in prose: they join letters, turn them, and choose how an emoji looks. */
const unseenInExact = /\p{Default_Ignorable_Code_Point}/gu;

/** What identifies something, without what nobody can see: a number, an email, a code, a postal code, a search. */
export function exact(typed: string): string {
  return typed.replaceAll(unseenInExact, "").trim();
}

/** `exact`, in a schema. */
export const exactText = () => z.overwrite(exact);

export const limitedText = (max: number) =>
  z.string().check(
    z.overwrite((typed) => typed.replaceAll(unseen, "")),
    z.trim(),
    z.maxLength(max, `Use ${max} characters at most`),
  );

/** @param missing the message for a text with fewer than `min` characters */
export const requiredText = (max: number, missing: string, min = 1) =>
  limitedText(max).check(z.minLength(min, missing));

/** For a search in a list. */
export const searchText = (max: number) =>
  z.string().check(exactText(), z.maxLength(max, `Use ${max} characters at most`));

/** The words of a search. */
export function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== "");
}
