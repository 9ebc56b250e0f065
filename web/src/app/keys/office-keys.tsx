import { VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { SignedInUser } from "../../session/session.tsx";
import classes from "./office-keys.module.css";
import { areSingleKeysOn } from "./single-keys.ts";
import type { NavigationGroup } from "../navigation.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const KeysDialog = lazy(async () => ({
  default: (await import("./keys-dialog.tsx")).KeysDialog,
}));

/** The palette and the list of keys, and a button for whoever has no keyboard. */
export function OfficeKeys(props: { user: SignedInUser; navigation: readonly NavigationGroup[] }) {
  const { opened, open } = useOfficeKeys();
  const close = () => open(null);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open("palette")}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <VisuallyHidden>Go to a page, a person or an order</VisuallyHidden>
        <kbd className={classes.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <Suspense fallback={null}>
        {opened === "palette" && (
          <Palette user={props.user} navigation={props.navigation} onClose={close} />
        )}
        {opened === "keys" && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}

type OpenedByKey = "palette" | "keys" | null;

/**
 * Ctrl-K, or Cmd-K, opens the palette everywhere; `/` goes to the search of the page and `?` to the list
 * of keys, but never while something is typed or a dialog is open.
 */
function useOfficeKeys() {
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
