import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { navigationDirection } from "../page-heading.tsx";

/** The pages of the list, and the edge of the page. */
const below = 84;

/**
 * The page stays, the rows move: head and foot of the list are always in sight, whatever stands above it. On a low
 * screen, the page moves as well.
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

/** How far the rows of each list were moved, by its address. */
const places = new Map<string, number>();

/** The browser's Back brings a page to where it was, but knows nothing of rows that move in a box of their own. */
export function usePlaceOfRows(label: string) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = places.get(keyOf(label));
    if (box.current && place !== undefined && navigationDirection() === "back")
      box.current.scrollTop = place;
  }, [label]);
  return { ref: box, onScroll: () => places.set(keyOf(label), box.current?.scrollTop ?? 0) };
}

function keyOf(label: string): string {
  return `${label} ${window.location.pathname}${window.location.search}`;
}
