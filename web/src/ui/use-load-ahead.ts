import { useEffect } from "react";
import { loadAhead } from "../load-ahead.ts";

/** Where the browser cannot say when it has nothing else to do. */
const laterMs = 2000;

/**
 * Loads code that a press will need once the browser has nothing else to do, so that the press works without a connection
 * too. What fails is loaded by the press itself.
 *
 * @param load a function of the module: it must not change
 */
export function useLoadAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    const start = () => {
      if (navigator.onLine) loadAhead(load);
    };
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(start, laterMs);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(start);
    return () => window.cancelIdleCallback(idle);
  }, [load]);
}
