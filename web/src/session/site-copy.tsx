import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { createContext, createElement, type ReactNode, Suspense, useContext } from "react";
import { api } from "../api/api.ts";
import { useSession } from "./session.tsx";

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
  const copies = useSiteCopies(name.slice(0, name.indexOf(".")));
  const saved = copies.find(({ varName }) => varName === name);
  const isAdmin = session.state === "signed-in" && session.user.role === "admin";
  return (
    <>
      {createElement(
        "site-copy",
        {
          "data-name": name,
          "data-saved": saved?.dateUpdated,
          // Cleaned by the server when it was saved: nothing but words, links and pictures of ours.
          ...(saved && { dangerouslySetInnerHTML: { __html: saved.copy } }),
        },
        saved ? undefined : children,
      )}
      {isAdmin && pencilFor && <Suspense fallback={null}>{pencilFor(name)}</Suspense>}
    </>
  );
}

/** The texts of a page that the office wrote. */
export function useSiteCopies(page: string): readonly PrerenderedCopy[] {
  const copies = api.content.list.useQuery(
    { page },
    {
      staleTime: 5 * 60_000,
      ...(wasDrawn(page) && { initialData: () => prerenderedCopy(page) }),
    },
  );
  return copies.data ?? [];
}

/** A text of the site as everybody reads it. */
type PrerenderedCopy = { varName: string; copy: string; dateUpdated: string };

/** Read once, before anything is drawn over it: what the server put into the page that was opened. */
const drawn = typeof document === "undefined" ? [] : readDrawn();

function readDrawn() {
  return [...document.querySelectorAll<HTMLElement>("site-copy[data-name]")].map((element) => ({
    varName: element.dataset["name"] ?? "",
    copy: element.innerHTML,
    dateUpdated: element.dataset["saved"],
  }));
}

/** The server drew this page, so it put all its texts there. */
function wasDrawn(page: string): boolean {
  return drawn.some(({ varName }) => varName.startsWith(`${page}.`));
}

/** Those of this page that the office wrote. */
function prerenderedCopy(page: string): PrerenderedCopy[] {
  return drawn.flatMap(({ dateUpdated, ...rest }) =>
    dateUpdated !== undefined && rest.varName.startsWith(`${page}.`)
      ? [{ ...rest, dateUpdated }]
      : [],
  );
}
