import { useEffect, useReducer } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

type Opened = Readonly<{ opened: "search" | "keys" | null; wasSearched: boolean }>;

/**
 * Ctrl-K, or Cmd-K, opens the search everywhere; `/` goes to the search of the page and `?` to the list
 * of keys, but never while something is typed or a dialog is open.
 */
export function useOfficeKeys() {
  const [state, open] = useReducer(
    ({ wasSearched }: Opened, wanted: Opened["opened"]) => ({
      opened: wanted,
      wasSearched: wasSearched || wanted === "search",
    }),
    { opened: null, wasSearched: false },
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isDialogOpen()) return;
      const wanted = meaningOf(event);
      if (wanted === null) return;
      event.preventDefault();
      if (wanted !== "page-search") return open(wanted);
      const search = pageSearch();
      if (search) search.focus();
      else open("search");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { ...state, open };
}

function meaningOf(event: KeyboardEvent): "search" | "keys" | "page-search" | null {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" ? "search" : null;
  if (!areSingleKeysOn() || isTyping(event.target)) return null;
  if (event.key === "/") return "page-search";
  return event.key === "?" ? "keys" : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open], [role=dialog][aria-modal=true]") !== null;
}

function pageSearch(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main input[type=search]");
}
