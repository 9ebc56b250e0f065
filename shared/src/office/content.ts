import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { versionSchema } from "../platform/editing.ts";
import { isSiteCopyName } from "./site-copy-names.ts";

export const varNameSchema = z
  .string()
  .check(z.refine(isSiteCopyName, "We could not find that text"));
export const siteCopyRefSchema = z.strictObject({ varName: varNameSchema });

/** Includes the editor's markup before sanitizing. */
const copyMax = 30_000;

export const setSiteCopySchema = z.strictObject({
  ...command,
  varName: varNameSchema,
  /** HTML of the editor; null restores the original text. */
  copy: z.nullable(z.string().check(z.maxLength(copyMax, `Use ${copyMax} characters at most`))),
  /** The version of the edited text; null for the original text. */
  version: versionSchema,
});
export type SetSiteCopy = z.infer<typeof setSiteCopySchema>;

/** All pages by default. */
export const listSiteCopySchema = z.strictObject({
  page: z.optional(z.string().check(z.regex(/^[a-z-]{1,40}$/))),
});
