import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { shop } from "../config.ts";
import { navigationDirection } from "./moves.ts";

/** The first page leaves the focus to the browser; later ones move it to their heading. */
let isFirstPage = true;

/**
 * Sets the tab's title, and focuses the heading when the screen opens, so that screen readers announce the new page.
 *
 * @returns the ref of the screen's h1, which needs `tabIndex={-1}`
 */
export function usePageHeading(title: string, area: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const fullTitle = `${title} – ${area}`;

  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);

  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    if (navigationDirection() === "forward") window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return heading;
}

/** The h1 of a page of the shop; screens of the office have `PageHeader`. */
export function PageHeading(props: {
  title: string;
  /** A longer heading than the tab's title. */
  heading?: ReactNode;
}) {
  const heading = usePageHeading(props.title, shop.name);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {props.heading ?? props.title}
    </h1>
  );
}
