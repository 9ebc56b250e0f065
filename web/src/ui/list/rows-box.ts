import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { navigationDirection } from "../moves.ts";

/** The height of the pagination and the page's margin. */
const below = 84;

/**
 * The height of a list's scroll area, so that only the rows scroll and head and foot of the list stay in sight. On a low
 * screen the page scrolls as well.
 */
export function useHeightOfRows(frame: RefObject<HTMLElement | null>): string {
  const [above, setAbove] = useState(224);
  useLayoutEffect(() => {
    const { current } = frame;
    const page = current?.closest("main");
    if (!current || !page) return;
    const measure = () =>
      setAbove(Math.round(current.getBoundingClientRect().top + window.scrollY));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(page);
    return () => watch.disconnect();
  }, [frame]);
  return `max(100dvh - ${above + below}px, 320px)`;
}

/** The scroll positions of lists, by address. */
const positions = new Map<string, number>();

/** Restores a list's scroll position on Back: the browser restores only the page's own. */
export function usePlaceOfRows(label: string) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = positions.get(keyOf(label));
    if (box.current && position !== undefined && navigationDirection() === "back")
      box.current.scrollTop = position;
  }, [label]);
  return { ref: box, onScroll: () => positions.set(keyOf(label), box.current?.scrollTop ?? 0) };
}

function keyOf(label: string): string {
  return `${label} ${window.location.pathname}${window.location.search}`;
}
