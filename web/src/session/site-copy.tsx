import type { SiteCopyName } from "@portal/shared/office/site-copy-names.ts";
import { createContext, createElement, type ReactNode, Suspense, useContext } from "react";
import { api } from "../api/api.ts";
import { useSession } from "./session.tsx";

/** Renders the edit button of a text for admins; other visitors never load it. */
export const CopyPencil = createContext<((name: SiteCopyName) => ReactNode) | null>(null);

/**
 * A text that the office can edit; the children are the original text. Texts that came with a prerendered page are not
 * fetched again. Admins see an edit button beside it.
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
          // Sanitised by the server when it was saved: text, links and pictures of this site only.
          ...(saved && { dangerouslySetInnerHTML: { __html: saved.copy } }),
        },
        saved ? undefined : children,
      )}
      {isAdmin && pencilFor && <Suspense fallback={null}>{pencilFor(name)}</Suspense>}
    </>
  );
}

/** The texts of a page that the office has edited. */
export function useSiteCopies(page: string): readonly PrerenderedCopy[] {
  const copies = api.content.list.useQuery(
    { page },
    {
      staleTime: 5 * 60_000,
      ...(isPrerendered(page) && { initialData: () => prerenderedCopy(page) }),
    },
  );
  return copies.data ?? [];
}

type PrerenderedCopy = { varName: string; copy: string; dateUpdated: string };

/** The texts in the HTML that the server sent; read before React renders over them. */
const prerendered = typeof document === "undefined" ? [] : readPrerendered();

function readPrerendered() {
  return [...document.querySelectorAll<HTMLElement>("site-copy[data-name]")].map((element) => ({
    varName: element.dataset["name"] ?? "",
    copy: element.innerHTML,
    dateUpdated: element.dataset["saved"],
  }));
}

/** A prerendered page contains all its texts. */
function isPrerendered(page: string): boolean {
  return prerendered.some(({ varName }) => varName.startsWith(`${page}.`));
}

function prerenderedCopy(page: string): PrerenderedCopy[] {
  return prerendered.flatMap(({ dateUpdated, ...rest }) =>
    dateUpdated !== undefined && rest.varName.startsWith(`${page}.`)
      ? [{ ...rest, dateUpdated }]
      : [],
  );
}
