import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { isValidElement, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { InsideLink, PersonName } from "../person-name.tsx";
import classes from "./list.module.css";

/** The link or button that opens a row for keyboards, screen readers and new tabs. */
export function Opening(props: {
  /** "Open order 2234" */
  label: string;
  href?: string | undefined;
  /** Opens a row that has no address. */
  onOpen?: (() => void) | undefined;
  /**
   * The cell is the row's title, so the accessible name may replace it. Any other visible text has to come first in the
   * name (WCAG 2.5.3).
   */
  isNamed?: boolean;
  children: ReactNode;
}) {
  const { label, href, onOpen } = props;
  const opensHere = useOpensHere(href);
  const seen = wordsIn(props.children);
  const isInLabel =
    (typeof seen === "string" || typeof seen === "number") && label.includes(String(seen));
  const seenFirst = !props.isNamed && !isInLabel;
  const name = seenFirst ? {} : { "aria-label": label };
  const content = (
    <>
      <InsideLink value>{props.children}</InsideLink>
      {seenFirst && <VisuallyHidden> {label}</VisuallyHidden>}
    </>
  );
  if (href !== undefined)
    return (
      <Link href={href} replace={opensHere} className={classes.open} {...name} data-row="">
        {content}
      </Link>
    );
  if (!onOpen) return props.children;
  return (
    <UnstyledButton className={classes.open ?? ""} {...name} data-row="" onClick={onOpen}>
      {content}
    </UnstyledButton>
  );
}

/**
 * Whether a row opens over its list: then its address replaces the list's, because the overlay has a history entry of its own
 * (back-layers.ts).
 */
export function useOpensHere(href: string | undefined): boolean {
  const [path] = useLocation();
  return href !== undefined && new URL(href, window.location.href).pathname === path;
}

/** The text of a cell, also of a person's name. */
function wordsIn(cell: ReactNode): ReactNode {
  const isName = isValidElement<{ children: ReactNode }>(cell) && cell.type === PersonName;
  return isName ? cell.props.children : cell;
}
