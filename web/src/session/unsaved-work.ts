import { useEffect } from "react";
import { loadAhead } from "../load-ahead.ts";

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
    const onWork = () => loadAhead(load);
    if (hasUnsavedWork()) onWork();
    watchers.add(onWork);
    return () => {
      watchers.delete(onWork);
    };
  }, [load]);
}

type Ask = (go: () => void) => void;

/** What asks before typed work is lost, the innermost form last. */
const asking: Ask[] = [];
let isAgreed = false;

/** Until the returned function is called, `ask` is asked before the page goes on to where typed work would be lost. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking.push(ask);
  return () => {
    asking.splice(asking.indexOf(ask), 1);
  };
}

/** For what takes a form off the screen without closing it, such as another tab: `go` happens now, or once the user agrees. */
export function leaveWork(go: () => void): void {
  const ask = asking.at(-1);
  if (ask && !isAgreed) ask(go);
  else go();
}

/** `go` may leave the page without asking: the user has agreed, or what was typed cannot be kept. */
export function leaveUnasked(go: () => void): void {
  isAgreed = true;
  try {
    go();
  } finally {
    isAgreed = false;
  }
}
