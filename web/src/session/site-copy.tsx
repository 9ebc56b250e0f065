import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { createContext, createElement, type ReactNode, Suspense, useContext } from "react";
import { api } from "../api/api.ts";
import { prerenderedCopy, wasDrawn } from "./prerendered-copy.ts";
import { useSession } from "./session.tsx";
import classes from "./site-copy.module.css";

/** What the office edits a text with; readers never load it. */
export const CopyPencil = createContext<((name: SiteCopyName) => ReactNode) | null>(null);

/**
 * A text that the office may write itself; the children are the original words. What the server put into
 * the page is not asked for again. Admins have a pencil beside it.
 */
export function SiteCopy(props: { name: SiteCopyName; children?: ReactNode }) {
  const { name, children = null } = props;
  const session = useSession();
  const pencilFor = useContext(CopyPencil);
  const page = name.slice(0, name.indexOf("."));
  const copies = api.content.list.useQuery(
    { page },
    {
      staleTime: 5 * 60_000,
      ...(wasDrawn(page) && { initialData: () => prerenderedCopy(page) }),
    },
  );
  const saved = copies.data?.find(({ varName }) => varName === name);
  const isAdmin = session.state === "signed-in" && session.user.role === "admin";
  return (
    <>
      {createElement(
        "site-copy",
        {
          "data-name": name,
          "data-saved": saved?.dateUpdated,
          class: classes.copy,
          // Cleaned by the server when it was saved: nothing but words, links and pictures of ours.
          ...(saved && { dangerouslySetInnerHTML: { __html: saved.copy } }),
        },
        saved ? undefined : children,
      )}
      {isAdmin && pencilFor && <Suspense fallback={null}>{pencilFor(name)}</Suspense>}
    </>
  );
}
