import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { LoseChangesDialog } from "../lose-changes-dialog.tsx";

/**
 * Asks before what was typed is lost: by a link of ours, by a reload, or by closing the tab.
 *
 * @returns the question, to be shown on the page
 */
export function useUnsavedGuard(isDirty: boolean): ReactNode {
  const [, navigate] = useLocation();
  const [wanted, setWanted] = useState<string | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const askHere = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(path);
    };
    window.addEventListener("beforeunload", askBrowser);
    // Before the link itself hears of it.
    document.addEventListener("click", askHere, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", askBrowser);
      document.removeEventListener("click", askHere, { capture: true });
    };
  }, [isDirty]);

  if (wanted === null) return null;
  return <LoseChangesDialog onKeep={() => setWanted(null)} onLose={() => navigate(wanted)} />;
}

/** Where a click leads within the portal and away from this page; null for any other. */
function pathOfClick(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!isPlain || !link || link.target === "_blank" || link.origin !== window.location.origin)
    return null;
  const { pathname, search } = link;
  return pathname === window.location.pathname ? null : pathname + search;
}
