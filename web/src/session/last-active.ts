import { readStored, writeStored } from "./store.ts";

const key = "last-active-at";
/** Opening a page is something that a person does. */
let here = Date.now();
let toldAt = Date.now();

/** What a person does. Polling, live updates and other timers cause none of these. */
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Writing to storage on each move of a pointer would be slow. */
const noticedEveryMs = 2000;

/** Begins to notice what the person does on this page. */
export function watchActivity(): () => void {
  for (const sign of signs) window.addEventListener(sign, notice, { capture: true, passive: true });
  return () => {
    for (const sign of signs) window.removeEventListener(sign, notice, { capture: true });
  };
}

function notice(event: Event): void {
  // Browsers also report a pointer that stays where it is while the page moves beneath it.
  const isMove = event.type === "pointermove" && event instanceof MouseEvent;
  if (isMove && event.movementX === 0 && event.movementY === 0) return;
  rememberActivity();
}

export function rememberActivity(): void {
  const now = Date.now();
  if (Math.abs(now - here) < noticedEveryMs) return;
  here = now;
  writeStored("localStorage", key, String(now));
}

/**
 * When the person last did something in any tab of this browser, in milliseconds since 1970; where storage is not allowed,
 * in this tab.
 */
export function lastActiveAt(): number {
  const now = Date.now();
  // A clock that was set back must not make the person active until it has caught up.
  if (here > now) here = now;
  const elsewhere = Number(readStored("localStorage", key)) || 0;
  return elsewhere > now ? here : Math.max(here, elsewhere);
}

/** The header of a call: how long the person has done nothing. Only activity keeps an office session alive. */
export function idleHeader(): Record<string, string> {
  toldAt = Date.now();
  return { "x-idle-seconds": String(Math.max(0, Math.floor((toldAt - lastActiveAt()) / 1000))) };
}

/** Whether the person has done something since this tab last called the server, and that is so long ago. */
export function isUntoldFor(ms: number): boolean {
  return lastActiveAt() > toldAt && Date.now() - toldAt >= ms;
}
