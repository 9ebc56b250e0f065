import type { ReadDatabase } from "../../platform/db/database.ts";
import { listSiteCopy, type SiteCopy } from "./site-copy.queries.ts";

/** A cache of the office's texts, for prerendered pages. */
export type SiteCopies = Readonly<{
  /** The same array until a text changes; while the database is away, the last known one. */
  known: () => Promise<readonly SiteCopy[]>;
  /** To be called after a text was saved. */
  refresh: () => Promise<void>;
}>;

/** How long a text that another process saved may be missing. */
const usuallyHeldMs = 2000;

/** Stale while revalidate: a request that finds the cache expired gets the old texts and starts a refresh. */
export function holdSiteCopies(db: ReadDatabase, heldMs = usuallyHeldMs): SiteCopies {
  let held: readonly SiteCopy[] = [];
  let first: Promise<void> | null = null;
  let readAt = 0;
  let readings = 0;

  async function refresh(): Promise<void> {
    const reading = ++readings;
    readAt = performance.now();
    const copies = await listSiteCopy(db).catch(() => held);
    // A refresh that was overtaken by a later one may have missed a change.
    const isLatest = reading === readings;
    if (isLatest && JSON.stringify(copies) !== JSON.stringify(held)) held = copies;
  }

  return {
    async known() {
      if (first === null) first = refresh();
      else if (performance.now() - readAt > heldMs) void refresh();
      await first;
      return held;
    },
    refresh,
  };
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
