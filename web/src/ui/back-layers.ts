import { useEffect, useEffectEvent } from "react";
import { holdAddress, letGoOfAddress } from "../session/address.ts";

/**
 * What lies open over a page (dialogs, sheets, the later steps of the order form) has an entry of its own in the browser's
 * history, so that Back closes the last one that was opened and stays on the page. Each says that it is open and how it is
 * closed; here alone the entries are made as many as there are open layers.
 */
type Layer = Readonly<{ close: () => void }>;

/** The last one on top. */
const open: Layer[] = [];
/** Asked for until the history is in step. */
let waiting: (() => void)[] = [];
/** As many layers have an entry up to the present one. */
let depth = depthInState();
/** The address before the step through the history that is heard of next. */
let shown = window.location.href;
/** A step of our own that has not arrived yet, and whether the page went on to another one meanwhile. */
let moving: { hasLeft: boolean; timer: ReturnType<typeof setTimeout> } | null = null;
/** A person went back, and what they went back over is being closed. */
let isClosing = false;
let isScheduled = false;
let isOwnChange = false;

/** Longer than any step through the history takes. */
const arrivesWithinMs = 1000;
/** A page that was loaded again has opened by then what was open. */
const opensWithinMs = 2000;

/** Back calls `onBack` instead of leaving the page, as long as the component is drawn and `isOpen`. */
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

/** Whether a step through the history is about what is open over the page, and does not leave it. */
export function ownsBack(): boolean {
  return open.length > 0 || moving !== null;
}

/** Goes on once the history has no entry more than layers are open: what navigates must not do so from one that is about to go. */
export function afterLayers(go: () => void): void {
  waiting.push(go);
  setTimeout(settle);
}

/** What closes one layer may open another in its place: they share the entry. */
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
    // Gone back from the page that came meanwhile: there again.
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

/** What changed in the address while a layer was open is the page's: filters that were set in a sheet stay. */
function keepAddress(): void {
  const { pathname } = new URL(shown);
  if (window.location.pathname === pathname && window.location.href !== shown)
    changeEntry("replaceState", shown);
  shown = window.location.href;
}

/** One after the other, as long as each of them goes: one that asks first stays, with what is below it. */
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
    // Nothing that others know of has changed.
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
  // An entry of something that is open no more is passed over.
  setTimeout(settle);
}

/** A change of the entry by the page itself. A replaced one stands for the same layer as before, unless the page is another. */
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

// Before the router hears of it. It announces its own changes on the window under these names.
window.addEventListener("popstate", onPopState, { capture: true });
window.addEventListener("pushState", onOthersChange, { capture: true });
window.addEventListener("replaceState", onOthersChange, { capture: true });
if (depth > 0) setTimeout(settle, opensWithinMs);
