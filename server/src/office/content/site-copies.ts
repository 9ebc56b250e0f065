import type { ReadDatabase } from "../../platform/db/database.ts";
import { listSiteCopy, type SiteCopy } from "./site-copy.queries.ts";

/** The texts that the office wrote, as they are held for pages that everybody asks for. */
export type SiteCopies = Readonly<{
  /** At once; the same list until a text changes. Without the database: what was known last. */
  known: () => Promise<readonly SiteCopy[]>;
  /** Reads them anew, because one was just saved. */
  refresh: () => Promise<void>;
}>;

/** How old they may be where another process saved one: as late as live news may be. */
const usuallyHeldMs = 2000;

/** Whoever comes when they are old gets the old ones at once, and those who come after it the new ones. */
export function holdSiteCopies(db: ReadDatabase, heldMs = usuallyHeldMs): SiteCopies {
  let held: readonly SiteCopy[] = [];
  let first: Promise<void> | null = null;
  let readAt = 0;
  let readings = 0;

  async function refresh(): Promise<void> {
    const reading = ++readings;
    readAt = performance.now();
    const copies = await listSiteCopy(db).catch(() => held);
    // One that began earlier may have missed what was saved since.
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

type Copy = Readonly<{ varName: string; copy: string; dateUpdated: string }>;

const drawn = /<site-copy data-name="([\w.-]+)"([^>]*)>[\s\S]*?<\/site-copy>/g;

/** A drawn page with the texts that the office wrote in place of the original ones; they were cleaned when saved. */
export function fillCopies(html: string, copies: readonly Copy[]): string {
  const byName = new Map(copies.map((copy) => [copy.varName, copy]));
  return html.replaceAll(drawn, (original, name: string, attributes: string) => {
    const saved = byName.get(name);
    if (!saved) return original;
    const { copy, dateUpdated } = saved;
    return `<site-copy data-name="${name}" data-saved="${dateUpdated}"${attributes}>${copy}</site-copy>`;
  });
}
