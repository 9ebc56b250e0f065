import { useEffect } from "react";

const holders = new Set<object>();

/** Whether something on this page was typed and not saved. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}

/** While `has` is true, the end of the session covers the page instead of leaving it (ended-session.ts). */
export function useUnsavedWork(has: boolean): void {
  useEffect(() => {
    if (!has) return;
    const holder = {};
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [has]);
}
