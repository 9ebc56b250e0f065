import { Anchor } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import { Link } from "wouter";
import { personPath } from "../session/paths.ts";

/** Set inside a link, which must not contain another one. */
export const InsideLink = createContext(false);

/** A person's name as a link to the office's page of that person; plain text for people without an account. */
export function PersonName(props: { id: number | null; children: ReactNode }) {
  const { id, children } = props;
  if (useContext(InsideLink) || id === null) return children;
  return (
    <Anchor inherit component={Link} href={personPath(id)}>
      {children}
    </Anchor>
  );
}
