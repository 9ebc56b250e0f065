import { useEffect, useEffectEvent } from "react";
import { holdAddress, letGoOfAddress } from "../session/address.ts";

/**
 * Everything that is open over a page (dialogs, sheets, the later steps of the order form) has a history entry of its own,
 * so that Back closes the topmost one and stays on the page. Each registers as a layer; this module alone keeps the number
 * of entries equal to the number of layers.
 */
type Layer = Readonly<{ close: () => void }>;

/** The topmost last. */
const open: Layer[] = [];
/** Callbacks that wait until the history matches the layers. */
let waiting: (() => void)[] = [];
/** The number of layers that have an entry, up to the current one. */
let depth = depthInState();
/** The address before the next `popstate`. */
let shown = window.location.href;
/** A history step of this module that has not arrived yet, and whether the page has navigated on meanwhile. */
let moving: { hasLeft: boolean; timer: ReturnType<typeof setTimeout> } | null = null;
/** The user went back, and the layers above are being closed. */
let isClosing = false;
let isScheduled = false;
let isOwnChange = false;

/** Longer than any history step takes. */
const arrivesWithinMs = 1000;
/** After a reload, by this time the page has reopened its layers. */
const opensWithinMs = 2000;

/** Back calls `onBack` instead of leaving the page while the component is mounted and `isOpen`. */
export function useBackCloses(onBack: () => void, isOpen = true): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return;
    const layer: Layer = { close: () => close() };
    open.push(layer);
    schedule();
    return () => {
      open.splice(open.indexOf(layer), 1);
      schedule();
    };
  }, [isOpen]);
}

/** Whether a history step closes a layer instead of leaving the page. */
export function ownsBack(): boolean {
  return open.length > 0 || moving !== null;
}

/** Calls `go` once the history has no entries of closed layers: navigating from such an entry would be undone by its removal. */
export function afterLayers(go: () => void): void {
  waiting.push(go);
  setTimeout(settle);
}

/** In a microtask, so that a layer that replaces another one reuses its entry. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    settle();
  });
}

function settle(): void {
  if (moving || isClosing) return;
  if (depth > open.length) {
    moving = { hasLeft: false, timer: setTimeout(arrive, arrivesWithinMs) };
    holdAddress();
    window.history.go(open.length - depth);
    return;
  }
  while (depth < open.length) {
    depth += 1;
    changeEntry("pushState", window.location.href);
  }
  const next = waiting;
  waiting = [];
  for (const go of next) go();
}

function arrive(): void {
  clearTimeout(moving?.timer);
  if (moving?.hasLeft) {
    // The step left the page that was navigated to meanwhile: go forward again.
    moving = { hasLeft: false, timer: setTimeout(arrive, arrivesWithinMs) };
    window.history.go(1);
    return;
  }
  moving = null;
  depth = depthInState();
  keepAddress();
  letGoOfAddress();
  settle();
}

/** Keeps changes of the address that were made while a layer was open, such as filters that were set in a sheet. */
function keepAddress(): void {
  const { pathname } = new URL(shown);
  if (window.location.pathname === pathname && window.location.href !== shown)
    changeEntry("replaceState", shown);
  shown = window.location.href;
}

/** Closes the topmost layers one by one. A layer that asks before closing stops this, and those below it stay open. */
function closeDownTo(wanted: number): void {
  const top = open.at(-1);
  if (!top || open.length <= wanted) {
    isClosing = false;
    settle();
    return;
  }
  isClosing = true;
  top.close();
  setTimeout(() => closeDownTo(open.includes(top) ? open.length : wanted));
}

function onPopState(event: PopStateEvent): void {
  if (moving) {
    // Hidden from the router: for it the address has not changed.
    event.stopImmediatePropagation();
    arrive();
    return;
  }
  const before = new URL(shown);
  depth = depthInState();
  if (depth < open.length && window.location.pathname === before.pathname) {
    event.stopImmediatePropagation();
    keepAddress();
    closeDownTo(depth);
    return;
  }
  shown = window.location.href;
  // Skips entries of layers that are no longer open.
  setTimeout(settle);
}

/** A change of the entry by the router. A replaced entry belongs to the same layer, unless the path has changed. */
function onOthersChange(event: Event): void {
  if (isOwnChange) return;
  const isSamePage = window.location.pathname === new URL(shown).pathname;
  if (event.type === "pushState") {
    if (moving) moving.hasLeft = true;
    letGoOfAddress();
    depth = depthInState();
  } else if (isSamePage && depth > 0) {
    if (moving) holdAddress();
    changeEntry("replaceState", window.location.href);
  } else {
    depth = depthInState();
  }
  shown = window.location.href;
}

function changeEntry(change: "pushState" | "replaceState", address: string): void {
  isOwnChange = true;
  const state: unknown = window.history.state;
  window.history[change]({ ...(typeof state === "object" && state), layers: depth }, "", address);
  isOwnChange = false;
}

function depthInState(): number {
  const state: unknown = window.history.state;
  const hasLayers = typeof state === "object" && state !== null && "layers" in state;
  return hasLayers ? Number(state.layers) : 0;
}

// Before the router's own listeners. wouter dispatches events of these names on the window for its changes.
window.addEventListener("popstate", onPopState, { capture: true });
window.addEventListener("pushState", onOthersChange, { capture: true });
window.addEventListener("replaceState", onOthersChange, { capture: true });
if (depth > 0) setTimeout(settle, opensWithinMs);
