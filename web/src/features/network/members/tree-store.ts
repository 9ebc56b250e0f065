import type { NetworkTree, TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import { api, type ApiInputs } from "../../../api/api.ts";
import type { Mode } from "./network-view.ts";

/** Stands for the node above the top, where the pages of the topmost people are kept. */
export const topOfTree = "top";

/**
 * What is open in a tree and where the keyboard stands. Kept outside of React's state, so that opening
 * one of thousands of rows draws that row again and no other.
 */
export type TreeStore = Readonly<{
  watch: (onChange: () => void) => () => void;
  /** The nodes whose people are shown; the array changes when they do. */
  expanded: () => readonly string[];
  isExpanded: (id: string) => boolean;
  setExpanded: (ids: readonly string[], isExpanded: boolean) => void;
  /** How many pages of somebody's people are shown. */
  pagesOf: (id: string) => number;
  showPages: (id: string, pages: number) => void;
  /** The one row that Tab leads to; null: the first. */
  current: () => string | null;
  setCurrent: (id: string | null) => void;
}>;

export function createTreeStore(expandedAtFirst: readonly string[] = []): TreeStore {
  const open = new Set(expandedAtFirst);
  const pages = new Map<string, number>();
  const watchers = new Set<() => void>();
  let listed: readonly string[] = [...open];
  let current: string | null = null;

  const tell = () => {
    for (const onChange of watchers) onChange();
  };
  return {
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    expanded: () => listed,
    isExpanded: (id) => open.has(id),
    setExpanded: (ids, isExpanded) => {
      for (const id of ids) {
        if (isExpanded) open.add(id);
        else open.delete(id);
      }
      listed = [...open];
      tell();
    },
    pagesOf: (id) => pages.get(id) ?? 1,
    showPages: (id, count) => {
      pages.set(id, count);
      tell();
    },
    current: () => current,
    setCurrent: (id) => {
      if (id === current) return;
      current = id;
      tell();
    },
  };
}

const TreeStoreContext = createContext<TreeStore>(createTreeStore());
export const TreeStoreProvider = TreeStoreContext.Provider;

export function useTreeStore(): TreeStore {
  return useContext(TreeStoreContext);
}

/** One value of the store; the component is drawn again when that value changes. */
export function useFromTree<Value extends string | number | boolean | null | readonly string[]>(
  read: (store: TreeStore) => Value,
): Value {
  const store = useTreeStore();
  return useSyncExternalStore(store.watch, () => read(store));
}

/** Whose network, and whether deactivated members stand in it. */
export type NetworkScope = Readonly<{ of: number | null; showDeleted: boolean }>;

/** Everybody directly below one node, or at the top, as far as it was asked for. */
export type Branch = Readonly<{
  nodes: readonly TreeNode[];
  total: number;
  /** How many the server puts on a page; known by the first one that is full. */
  perPage: number;
  currency: Currency;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}>;

/** The tree is asked for again after a change, not each time that somebody looks back at it. */
export const branchOptions = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

export function branchInput(
  { of, showDeleted }: NetworkScope,
  under: string | null,
  page: number,
): ApiInputs["network"]["tree"] {
  return {
    depth: 1,
    page,
    showDeleted,
    ...(of === null ? {} : { of }),
    ...(under === null ? {} : { under }),
  };
}

/** `under` null: the top. Pages are asked for one by one, so that more of them costs no more than that. */
export function useBranch(scope: NetworkScope, under: string | null, pages: number): Branch {
  const asked = Array.from({ length: pages }, (_, index) => branchInput(scope, under, index + 1));
  const answers = api.useQueries((t) => asked.map((input) => t.network.tree(input, branchOptions)));
  const known = answers.flatMap(({ data }) => (data ? [data] : []));
  const failed = answers.filter(({ error, data }) => error !== null && data === undefined);
  return {
    nodes: known.flatMap(({ nodes }) => nodes),
    total: known[0]?.total ?? 0,
    perPage: known[0]?.nodes.length ?? 0,
    currency: known[0]?.currency ?? "ZAR",
    isLoading: answers.some(({ isPending, error }) => isPending && error === null),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** How many more a page has that was not asked for yet. */
export function moreWords({ nodes, total, perPage }: Branch): string | null {
  const left = total - nodes.length;
  return left > 0 ? `Show ${Math.min(left, perPage)} more` : null;
}

/** A person of the tree, and who is above it where that is known. */
export type OpenPerson = Readonly<{ node: TreeNode; parentLabel: string | null }>;

/** What every row needs to know and no row decides. */
export type TreeView = Readonly<{
  scope: NetworkScope;
  mode: Mode;
  /** As the address has them, "1.4"; empty: all levels alike. */
  chosenLevels: string;
  /** Whether the leader bonus has a column. */
  showsLeaderBonus: boolean;
  /** Whether a row offers to look at the network as that member sees it. */
  offersTheirNetwork: boolean;
  onOpen: (person: OpenPerson) => void;
}>;

const TreeViewContext = createContext<TreeView>({
  scope: { of: null, showDeleted: false },
  mode: "current",
  chosenLevels: "",
  showsLeaderBonus: false,
  offersTheirNetwork: false,
  onOpen: () => {},
});
export const TreeViewProvider = TreeViewContext.Provider;

export function useTreeView(): TreeView {
  return useContext(TreeViewContext);
}

/** The address under which an admin sees the network of one member as that member does. */
export function networkPathOf(userId: number): string {
  return `/admin/distributors?of=${userId}`;
}

/** With levels chosen, those of other levels step back. */
export function standsBack(view: TreeView, node: TreeNode): boolean {
  return view.chosenLevels !== "" && !view.chosenLevels.split(".").includes(String(node.level));
}

/** A page of a branch: at once where it is known already, else from the server. */
type PageReader = (under: string | null, page: number) => NetworkTree | undefined;
type PageFetcher = (under: string | null, page: number) => Promise<NetworkTree>;

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
