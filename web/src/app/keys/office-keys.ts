import { useEffect, useReducer } from "react";
import { keepTyped } from "./typed-ahead.ts";
import { createStore, readStored, writeStored } from "../../session/store.ts";

type KeysState = Readonly<{ opened: "search" | "keys" | null; wasSearched: boolean }>;

/**
 * Ctrl-K or Cmd-K opens the search; `/` focuses the search field of the page and `?` opens the list of shortcuts. None of
 * them while a dialog is open, and the single keys not while the user types.
 */
export function useOfficeKeys() {
  const [state, open] = useReducer(
    ({ wasSearched }: KeysState, opened: KeysState["opened"]) => ({
      opened,
      wasSearched: wasSearched || opened === "search",
    }),
    { opened: null, wasSearched: false },
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isDialogOpen()) return;
      const action = actionOf(event);
      if (action === null) return;
      event.preventDefault();
      const search = action === "page-search" ? pageSearch() : null;
      if (search) return search.focus();
      open(action === "keys" ? "keys" : "search");
      if (action !== "keys") keepTyped(() => open(null));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { ...state, open };
}

function actionOf(event: KeyboardEvent): "search" | "keys" | "page-search" | null {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" ? "search" : null;
  if (!singleKeys.get() || isTyping(event.target)) return null;
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

const storeKey = "single-keys";
const singleKeys = createStore(() => readStored("localStorage", storeKey) !== "off", true);

/**
 * Whether `/` and `?` are on. Users of speech input can switch them off in this browser (WCAG 2.1.4), because spoken words
 * would trigger them.
 */
export const useSingleKeys = singleKeys.useValue;

export function switchSingleKeys(isOn: boolean): void {
  writeStored("localStorage", storeKey, isOn ? "on" : "off");
  singleKeys.set(isOn);
}
