import { useMounted } from "@mantine/hooks";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useBackCloses } from "./back-layers.ts";

/** What is open now, the last one on top: Escape closes that one alone. */
const open: object[] = [];

/**
 * What sheets and modals share, and Mantine's have only where a parent keeps them mounted: they are open as long as they are
 * drawn, take the focus to `data-autofocus` or else to their title, give it back when they go, and close on Escape and on
 * Back one after the other.
 */
export function useOverlay(onClose: () => void) {
  // Closed while it is first drawn, so that it moves in.
  const opened = useMounted();
  // While it is first drawn: a menu that it was opened from closes in the same moment.
  const [focused] = useState(focusedNow);
  const content = useRef<HTMLDivElement | null>(null);
  const escape = useEffectEvent(onClose);
  useBackCloses(onClose);

  useEffect(() => {
    const opener = focused?.isConnected ? focused : document.activeElement;
    const self = {};
    open.push(self);
    const hear = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || open.at(-1) !== self) return;
      if (!isForAnother(event.target, content.current)) escape();
    };
    // Before a list of choices inside closes, and takes the mark off its field.
    window.addEventListener("keydown", hear, { capture: true });
    return () => {
      window.removeEventListener("keydown", hear, { capture: true });
      open.splice(open.indexOf(self), 1);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [focused]);

  // The same each time: with another one, Mantine would take the focus to the start again.
  const ref = useCallback((node: HTMLDivElement | null) => {
    content.current = node;
    if (node && !node.querySelector("[data-autofocus]"))
      node.querySelector("h2")?.setAttribute("data-autofocus", "");
  }, []);
  return { opened, ref };
}

/** What opened it: of a menu, which is gone by the time that the focus returns, its button. */
function focusedNow(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  if (!menu) return active;
  return document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
}

/** A list of choices, a menu, a popover or a dialog of the browser that is open above closes first. */
function isForAnother(target: EventTarget | null, content: HTMLElement | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  if (target.getAttribute("data-mantine-stop-propagation") === "true") return true;
  const box = target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  return box !== null && box !== content && !box.contains(content);
}
