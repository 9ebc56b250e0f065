import { useEffect, useState } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

export type OpenedByKey = "palette" | "keys" | null;

/**
 * Ctrl-K, or Cmd-K, opens the palette everywhere; `/` goes to the search of the page and `?` to the list
 * of keys, but never while something is typed or a dialog is open.
 */
export function useOfficeKeys() {
  const [opened, open] = useState<OpenedByKey>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isDialogOpen()) return;
      const wanted = meaningOf(event);
      if (wanted === null) return;
      event.preventDefault();
      if (wanted !== "search") return open(wanted);
      const search = pageSearch();
      if (search) search.focus();
      else open("palette");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { opened, open };
}

function meaningOf(event: KeyboardEvent): "palette" | "keys" | "search" | null {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" ? "palette" : null;
  if (!areSingleKeysOn() || isTyping(event.target)) return null;
  if (event.key === "/") return "search";
  return event.key === "?" ? "keys" : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function pageSearch(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main input[type=search]");
}
