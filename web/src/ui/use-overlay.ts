import { useMounted } from "@mantine/hooks";
import { createContext, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useBackCloses } from "./back-layers.ts";

/** The open overlays, the topmost last: Escape closes only that one. */
const open: object[] = [];

/** The guards of the forms inside, each of which asks before it goes on. */
type Guards = Set<(go: () => void) => void>;
export const OverlayGuards = createContext<Guards | null>(null);

/**
 * The common behaviour of sheets and modals, which Mantine provides only for overlays that stay mounted: open while mounted,
 * focus on `data-autofocus` or else the title, focus returned on unmounting, and closing on Escape and Back one by one.
 *
 * @returns `leave`, which asks first where a form inside has unsaved changes, and its `guards` for `OverlayGuards`
 */
export function useOverlay(onClose: () => void) {
  const [guards] = useState<Guards>(() => new Set());
  const leave = (go: () => void) => {
    const [asking] = guards;
    if (asking) asking(go);
    else go();
  };
  const close = () => leave(onClose);
  // Closed on the first render, for the opening transition.
  const opened = useMounted();
  // Read on the first render, because a menu that opened it closes at the same time.
  const [focused] = useState(focusedNow);
  const content = useRef<HTMLDivElement | null>(null);
  const escape = useEffectEvent(close);
  useBackCloses(close);

  useEffect(() => {
    const opener = focused?.isConnected ? focused : document.activeElement;
    const self = {};
    open.push(self);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || open.at(-1) !== self) return;
      if (!isForAnother(event.target, content.current)) escape();
    };
    // In the capture phase: afterwards an open list inside has closed, and could not be detected.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      open.splice(open.indexOf(self), 1);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [focused]);

  // A stable ref: Mantine resets the focus when it changes.
  const ref = useCallback((node: HTMLDivElement | null) => {
    content.current = node;
    if (node && !node.querySelector("[data-autofocus]"))
      node.querySelector("h2")?.setAttribute("data-autofocus", "");
  }, []);
  return { opened, ref, leave, close, guards };
}

/** The opener; for a menu item, which is unmounted by the time the focus returns, the menu's button. */
function focusedNow(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  if (!menu) return active;
  return document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
}

/** Whether the event is for a list, menu, popover or native dialog that is open above, which closes first. */
function isForAnother(target: EventTarget | null, content: HTMLElement | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  if (target.getAttribute("data-mantine-stop-propagation") === "true") return true;
  const box = target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  return box !== null && box !== content && !box.contains(content);
}
