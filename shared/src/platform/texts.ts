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

/** Letters that are no letter with an accent to Unicode, and dashes. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  ı: "i",
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  þ: "th",
  Þ: "Th",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "−": "-",
};
const unlike = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** In the letters of English, as banks write names: "Łukasz Strauß–Zoë" is "Lukasz Strauss-Zoe". Other alphabets stay. */
export function withoutAccents(text: string): string {
  // Marks first: of ǽ the letter æ is left.
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(unlike, (letter) => plainLetters[letter] ?? letter);
}

/** As `search_fold` in the database: without case, accents and the ways to write an apostrophe, with single blanks. */
export function folded(text: string): string {
  return withoutAccents(text.toLowerCase())
    .replaceAll(/[’‘ʼ´`]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The words of a search. */
export function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== "");
}
