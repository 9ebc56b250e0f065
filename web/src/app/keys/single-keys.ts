import { useSyncExternalStore } from "react";

const storeKey = "single-keys";
let current: boolean | undefined;
const watchers = new Set<() => void>();

/**
 * Whether `/` and `?` do something. Whoever speaks to the computer, or leans on the keyboard, can switch
 * them off (WCAG 2.1.4); this browser remembers it.
 */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(watch, areSingleKeysOn, () => true);
}

export function areSingleKeysOn(): boolean {
  if (current === undefined) current = stored();
  return current;
}

export function switchSingleKeys(isOn: boolean): void {
  current = isOn;
  try {
    localStorage.setItem(storeKey, isOn ? "on" : "off");
  } catch {
    // Storage is full or forbidden: it holds until the page is loaded again.
  }
  for (const onChange of watchers) onChange();
}

function stored(): boolean {
  try {
    return localStorage.getItem(storeKey) !== "off";
  } catch {
    return true;
  }
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
