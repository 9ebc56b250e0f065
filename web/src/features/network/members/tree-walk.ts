import type { NetworkTree, TreeNode } from "@portal/shared/network/network-tree.ts";
import { topOfTree, type TreeStore } from "./tree-store.ts";

/** A page of a branch: at once where it is known already, else from the server. */
export type PageReader = (under: string | null, page: number) => NetworkTree | undefined;
export type PageFetcher = (under: string | null, page: number) => Promise<NetworkTree>;

/** How many branches one press of "Expand all" asks the server for. */
const fetchedAtOnce = 50;
/** Somebody who stands behind more siblings than these is opened without being shown in the tree. */
const pagesSearched = 20;

/** The nodes that "Expand all" opens: all that is loaded, and the next few whose people are not. */
export function nodesToExpand(store: TreeStore, read: PageReader): string[] {
  const found: string[] = [];
  let fetched = 0;
  const visit = (under: string | null) => {
    for (const node of loadedBelow(store, read, under)) {
      if (node.childCount === 0) continue;
      const isLoaded = read(node.id, 1) !== undefined;
      if (!isLoaded) fetched += 1;
      if (isLoaded || fetched <= fetchedAtOnce) found.push(node.id);
      if (isLoaded) visit(node.id);
    }
  };
  visit(null);
  return found;
}

/**
 * Opens the way down to somebody, page by page where many stand side by side.
 *
 * @returns false where the person has moved meanwhile or stands too far down among its siblings
 */
export async function revealNode(
  store: TreeStore,
  fetch: PageFetcher,
  sought: TreeNode,
): Promise<boolean> {
  const way = sought.path.map(({ id }) => id);
  const steps = [...way, sought.id].map((child, at) => ({ under: way[at - 1] ?? null, child }));
  for (const { under, child } of steps) {
    const page = await findPage(fetch, under, child);
    if (page === null) return false;
    const key = under ?? topOfTree;
    store.showPages(key, Math.max(page, store.pagesOf(key)));
  }
  store.setExpanded(way, true);
  store.setCurrent(sought.id);
  return true;
}

async function findPage(
  fetch: PageFetcher,
  under: string | null,
  child: string,
): Promise<number | null> {
  let seen = 0;
  for (let page = 1; page <= pagesSearched; page += 1) {
    const { nodes, total } = await fetch(under, page);
    if (nodes.some(({ id }) => id === child)) return page;
    seen += nodes.length;
    if (seen >= total) return null;
  }
  return null;
}

function loadedBelow(store: TreeStore, read: PageReader, under: string | null): TreeNode[] {
  const pages = store.pagesOf(under ?? topOfTree);
  return Array.from({ length: pages }, (_, index) => read(under, index + 1)).flatMap(
    (page) => page?.nodes ?? [],
  );
}
