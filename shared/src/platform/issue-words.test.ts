import { expect, test } from "vitest";
import { z } from "zod";
import { setIssueWords } from "./issue-words.ts";

setIssueWords();
const wordsOf = (schema: z.core.$ZodType, input: unknown) =>
  z.safeParse(schema, input).error?.issues[0]?.message;

test.for([
  [z.array(z.string()).min(1), [], "Please make at least one selection"],
  [z.array(z.string()), "a", "Send a list"],
  [z.array(z.string()), undefined, "Required"],
  [z.string().min(1), "", "Required"],
  [z.string().max(3), "four", "Use 3 characters at most"],
  [z.int().min(2), 1, "Enter 2 or more"],
  [z.int().max(2), 3, "Enter 2 or less"],
  [z.int().positive(), 0, "Enter more than 0"],
  [z.number().lt(5), 5, "Enter less than 5"],
  [z.number(), "x", "Please enter a number"],
  [z.enum(["a", "b"]), "c", "Choose one of these: a, b"],
  [z.strictObject({}), { prise: 1 }, "We do not know the field “prise”. Check its name."],
  [z.email(), "x", "Please enter a valid email address"],
  [z.iso.date(), "x", "Enter a date like 2026-11-22"],
  [z.string("My own words"), 1, "My own words"],
] as const)("%# is said in words", ([schema, input, words]) => {
  expect(wordsOf(schema, input)).toBe(words);
});
