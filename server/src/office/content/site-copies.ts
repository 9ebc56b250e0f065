import type { ReadDatabase } from "../../platform/db/database.ts";
import { type HeldAnswer, holdAnswer } from "../../platform/http/held-answer.ts";
import { listSiteCopy, type SiteCopy } from "./site-copy.queries.ts";

/** A cache of the office's texts, for prerendered pages. */
export type SiteCopies = HeldAnswer<readonly SiteCopy[]>;

/** `refresh` is to be called after a text was saved. */
export function holdSiteCopies(db: ReadDatabase, heldMs?: number): SiteCopies {
  return holdAnswer<readonly SiteCopy[]>(() => listSiteCopy(db), [], heldMs);
}

const prerendered = /<site-copy data-name="([\w.-]+)"([^>]*)>[\s\S]*?<\/site-copy>/g;

/** A prerendered page with the office's texts, which were sanitised when saved, instead of the original ones. */
export function fillCopies(html: string, copies: readonly SiteCopy[]): string {
  const byName = new Map(copies.map((copy) => [copy.varName, copy]));
  return html.replaceAll(prerendered, (original, name: string, attributes: string) => {
    const saved = byName.get(name);
    if (!saved) return original;
    const { copy, dateUpdated } = saved;
    return `<site-copy data-name="${name}" data-saved="${dateUpdated}"${attributes}>${copy}</site-copy>`;
  });
}
