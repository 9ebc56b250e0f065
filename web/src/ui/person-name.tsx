import { createContext, type ReactNode, useContext } from "react";
import { personPath } from "../session/paths.ts";
import { OfficeLink } from "./office-link.tsx";

/** Set inside a link, which must not contain another one. */
export const InsideLink = createContext(false);

/** A person's name as a link to the office's page of that person; plain text for people without an account, and for users who may not see them. */
export function PersonName(props: { id: number | null; children: ReactNode }) {
  const { id, children } = props;
  if (useContext(InsideLink) || id === null) return children;
  return (
    <OfficeLink href={personPath(id)} needs="people.get">
      {children}
    </OfficeLink>
  );
}
