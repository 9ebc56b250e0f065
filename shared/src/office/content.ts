import { z } from "zod";
import { versionSchema } from "../platform/editing.ts";
import { isSiteCopyName } from "./site-copy-names.ts";

export const varNameSchema = z.string().refine(isSiteCopyName, "We could not find that text");
export const siteCopyRefSchema = z.object({ varName: varNameSchema });

/** Longer than any page; with the marks of an editor around it, before it is cleaned. */
const copyMax = 30_000;

export const setSiteCopySchema = z.object({
  varName: varNameSchema,
  /** HTML as an editor makes it; null brings the original words back. */
  copy: z.string().max(copyMax, `Use ${copyMax} characters at most`).nullable(),
  /** Of the words that were changed; null: the original ones. */
  version: versionSchema,
});
export type SetSiteCopy = z.infer<typeof setSiteCopySchema>;

/** Of one page, or of all. */
export const listSiteCopySchema = z.object({
  page: z
    .string()
    .regex(/^[a-z-]{1,40}$/)
    .optional(),
});
