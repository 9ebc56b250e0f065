import { useEffect } from "react";

type Holder = Readonly<{ isStored: boolean }>;

const holders = new Set<Holder>();
const watchers = new Set<() => void>();

/** Whether something on this page was typed and not saved. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** Whether some of it would be lost with the page. */
export function wouldReloadLoseWork(): boolean {
  return [...holders].some(({ isStored }) => !isStored);
}

/**
 * While `has` is true, the end of the session covers the page instead of leaving it (ended-session.ts), and a new release does
 * not reload it (load-code.ts).
 *
 * @param isStored whether this browser keeps it through a reload
 */
export function useUnsavedWork(has: boolean, isStored = false): void {
  useEffect(() => {
    if (!has) return;
    const holder = { isStored };
    holders.add(holder);
    for (const onWork of watchers) onWork();
    return () => {
      holders.delete(holder);
    };
  }, [has, isStored]);
}

/** Loads what guards typed work as soon as there is some: a new release has other files. */
export function useLoadedWithWork(load: () => Promise<unknown>): void {
  useEffect(() => {
    const onWork = () => void load().catch(() => {});
    if (hasUnsavedWork()) onWork();
    watchers.add(onWork);
    return () => {
      watchers.delete(onWork);
    };
  }, [load]);
}
