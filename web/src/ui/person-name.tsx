import { Anchor } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import { Link } from "wouter";
import { personPath } from "../session/paths.ts";

/** Inside a link there is no other one. */
export const InsideLink = createContext(false);

/** A person's name, which leads the office to all that is known of them. Somebody without an account has a name alone. */
export function PersonName(props: { id: number | null; children: ReactNode }) {
  const { id, children } = props;
  if (useContext(InsideLink) || id === null) return children;
  return (
    <Anchor inherit component={Link} href={personPath(id)}>
      {children}
    </Anchor>
  );
}
