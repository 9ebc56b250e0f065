import { Title } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { shop } from "../config.ts";

/** The first page that opens leaves the focus to the browser; every later one takes it. */
let isFirstPage = true;

/**
 * The title of the browser's tab, and the focus on the heading when the screen opens, so that a screen reader says where
 * one is.
 *
 * @returns for the one h1 of the screen, which has `tabIndex={-1}`
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

/** The one h1 of a page of the shop; screens of the office have `PageHeader`. */
export function PageHeading(props: {
  title: string;
  /** What the heading says where the tab's title would be too short. */
  heading?: ReactNode;
}) {
  const heading = usePageHeading(props.title, shop.name);
  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {props.heading ?? props.title}
    </Title>
  );
}

let move: "forward" | "back" = "forward";

/** Whether the page was reached by a link or by the browser's Back: only the former scrolls to the top. */
export function navigationDirection(): "forward" | "back" {
  return move;
}

/** wouter announces its own navigation on the window under these names. */
export function watchMoves(): void {
  window.addEventListener("popstate", () => {
    move = "back";
  });
  for (const name of ["pushState", "replaceState"]) {
    window.addEventListener(name, () => {
      move = "forward";
    });
  }
}
