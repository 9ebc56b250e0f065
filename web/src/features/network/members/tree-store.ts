import {
  type NetworkTree,
  siblingsPerPage,
  type TreeNode,
} from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import { api, type ApiInputs, type Ask } from "../../../api/api.ts";
import { given } from "../../../ui/list/list-controls.tsx";
import type { WalletMode } from "@portal/shared/money/wallet-terms.ts";

/** The id under which the page count of the topmost nodes is stored. */
export const topOfTree = "top";

/**
 * Which nodes are expanded and which row has the tab stop. Kept outside React state, so that expanding one of thousands
 * of rows rerenders only that row.
 */
export type TreeStore = Readonly<{
  watch: (onChange: () => void) => () => void;
  /** The expanded nodes; a new array after each change. */
  expanded: () => readonly string[];
  isExpanded: (id: string) => boolean;
  setExpanded: (ids: readonly string[], isExpanded: boolean) => void;
  /** How many pages of a node's team are shown. */
  pagesOf: (id: string) => number;
  showPages: (id: string, pages: number) => void;
  /** The row with the tab stop; null for the first. */
  current: () => string | null;
  setCurrent: (id: string | null) => void;
}>;

export function createTreeStore(initiallyExpanded: readonly string[] = []): TreeStore {
  const open = new Set(initiallyExpanded);
  const pages = new Map<string, number>();
  const watchers = new Set<() => void>();
  let snapshot: readonly string[] = [...open];
  let current: string | null = null;

  const notify = () => {
    for (const onChange of watchers) onChange();
  };
  return {
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    expanded: () => snapshot,
    isExpanded: (id) => open.has(id),
    setExpanded: (ids, isExpanded) => {
      for (const id of ids) {
        if (isExpanded) open.add(id);
        else open.delete(id);
      }
      snapshot = [...open];
      notify();
    },
    pagesOf: (id) => pages.get(id) ?? 1,
    showPages: (id, count) => {
      pages.set(id, count);
      notify();
    },
    current: () => current,
    setCurrent: (id) => {
      if (id === current) return;
      current = id;
      notify();
    },
  };
}

/** One value of the store; the component rerenders only when that value changes. */
export function useFromTree<Value extends string | number | boolean | null | readonly string[]>(
  read: (store: TreeStore) => Value,
): Value {
  const { store } = useTreeView();
  return useSyncExternalStore(store.watch, () => read(store));
}

/** Whose network, whether it is the forest of all, and whether it includes deactivated members. */
export type NetworkScope = Readonly<{ of: number | null; isForest: boolean; showDeleted: boolean }>;

/** The loaded pages of the nodes directly below one node, or at the top. */
export type Branch = Readonly<{
  nodes: readonly TreeNode[];
  total: number;
  /** The server's page size, taken from the first page. */
  perPage: number;
  currency: Currency;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}>;

/** The tree is refetched after a change, not whenever the window regains the focus. */
export const branchOptions = { staleTime: 5 * 60_000, refetchOnWindowFocus: false } as const;

export function branchInput(
  { of, isForest, showDeleted }: NetworkScope,
  under: string | null,
  page: number,
): ApiInputs["network"]["tree"] {
  // The first answer of a member's network brings the team, which is shown at once and can be asked for by the id alone.
  const depth = under === null && !isForest ? 2 : 1;
  return { depth, page, showDeleted, ...given({ of, under }) };
}

/** The first page of a node's team, if the answer of the top has brought it. */
function teamIn(top: NetworkTree | undefined, under: string): NetworkTree | undefined {
  const node = top?.nodes.find(({ id }) => id === under);
  if (!top || !node || node.children.length === 0) return undefined;
  const { children, childCount } = node;
  if (children.length !== Math.min(childCount, siblingsPerPage)) return undefined;
  return { nodes: children, total: childCount, currency: top.currency };
}

/** The first queries of a member's own network. */
export function askForMyNetwork(ask: Ask, params: URLSearchParams): void {
  const scope = { of: null, isForest: false, showDeleted: params.get("deleted") === "1" };
  void ask.network.levels.prefetch({});
  void ask.network.tree.prefetch(branchInput(scope, null, 1), branchOptions);
}

/** `under` is null for the top. Each page is a query of its own, so that showing more fetches only what is new. */
export function useBranch(scope: NetworkScope, under: string | null, pages: number): Branch {
  const utils = api.useUtils();
  const topInput = branchInput(scope, null, 1);
  const brought = (page: number) =>
    under === null || page > 1 ? undefined : teamIn(utils.network.tree.getData(topInput), under);
  const answers = api.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.network.tree(branchInput(scope, under, index + 1), {
        ...branchOptions,
        initialData: () => brought(index + 1),
      }),
    ),
  );
  const known = answers.flatMap(({ data }) => (data ? [data] : []));
  return {
    nodes: known.flatMap(({ nodes }) => nodes),
    total: known[0]?.total ?? 0,
    perPage: known[0]?.nodes.length ?? 0,
    currency: known[0]?.currency ?? "ZAR",
    isLoading: answers.some(({ isPending, error }) => isPending && error === null),
    ...failureOf(answers),
  };
}

type Answer = Readonly<{ data: unknown; error: unknown; refetch: () => unknown }>;

/** Why some of the answers are missing, with a way to request these again. */
export function failureOf(answers: readonly Answer[]): Pick<Branch, "error" | "retry"> {
  const failed = answers.filter(({ error, data }) => error !== null && data === undefined);
  return {
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** The label for loading the next page; null if everything is loaded. */
export function moreWords({ nodes, total, perPage }: Branch): string | null {
  const left = total - nodes.length;
  return left > 0 ? `Show ${Math.min(left, perPage)} more` : null;
}

/** A person of the tree, and the name of the parent if it is known. */
export type OpenPerson = Readonly<{ node: TreeNode; parentLabel: string | null }>;

/** What all rows read from the panel. */
export type TreeView = Readonly<{
  store: TreeStore;
  scope: NetworkScope;
  mode: WalletMode;
  /** As in the URL, "1.4"; empty for no highlighting. */
  chosenLevels: string;
  /** Whether the leader bonus has a column. */
  showsLeaderBonus: boolean;
  /** Whether each row links to the network as that member sees it. */
  offersTheirNetwork: boolean;
  onOpen: (person: OpenPerson) => void;
}>;

const TreeViewContext = createContext<TreeView>({
  store: createTreeStore(),
  scope: { of: null, isForest: true, showDeleted: false },
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

/** The screen on which an admin sees a member's network as that member does. */
export function networkPathOf(userId: number): string {
  return `/admin/distributors?of=${userId}`;
}

/** Whether a node is dimmed because other levels are highlighted. */
export function isDimmed(view: TreeView, node: TreeNode): boolean {
  return view.chosenLevels !== "" && !view.chosenLevels.split(".").includes(String(node.level));
}

type PageReader = (under: string | null, page: number) => NetworkTree | undefined;
type PageFetcher = (under: string | null, page: number) => Promise<NetworkTree>;

/** How many branches one press of "Expand all" requests at most. */
const fetchedAtOnce = 50;
/** A person on a later page of siblings is opened without being revealed in the tree. */
const pagesSearched = 20;

/** The nodes that "Expand all" expands: all whose team is loaded, and a limited number of others. */
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
 * Expands the path down to a node and shows as many pages of siblings as that takes.
 *
 * @returns false if the person has moved meanwhile or is too far down among its siblings
 */
export async function revealNode(
  store: TreeStore,
  fetch: PageFetcher,
  sought: TreeNode,
): Promise<boolean> {
  const path = sought.path.map(({ id }) => id);
  const steps = [...path, sought.id].map((child, at) => ({ under: path[at - 1] ?? null, child }));
  for (const { under, child } of steps) {
    const page = await findPage(fetch, under, child);
    if (page === null) return false;
    const key = under ?? topOfTree;
    store.showPages(key, Math.max(page, store.pagesOf(key)));
  }
  store.setExpanded(path, true);
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
