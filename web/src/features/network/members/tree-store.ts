import { createContext, useContext, useSyncExternalStore } from "react";

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
