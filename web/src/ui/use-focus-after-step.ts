import { type RefObject, useEffect, useRef } from "react";

/** Focuses the returned element when `step` changes, because the pressed control disappears with the previous step. */
export function useFocusAfterStep(step: number | string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The new step may have set the focus itself.
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  }, [step]);
  return box;
}
