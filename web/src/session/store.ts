import { useSyncExternalStore } from "react";

/** Stores of what belongs to a person: `forgetValues` makes them read again what is still stored. */
const personal = new Set<() => void>();

export function forgetValues(): void {
  for (const forget of personal) forget();
}

/** A store that `person.ts` empties when another person is at this browser. */
export function createPersonalStore<Value>(read: () => Value, prerendered: Value) {
  const store = createStore(read, prerendered);
  personal.add(() => store.set(read()));
  return store;
}

/**
 * A value outside React that components can watch. It is read when it is first needed; prerendering and hydration see
 * `prerendered`.
 */
export function createStore<Value>(read: () => Value, prerendered: Value) {
  let current: { value: Value } | null = null;
  const watchers = new Set<() => void>();
  const get = () => (current ??= { value: read() }).value;
  const watch = (onChange: () => void) => {
    watchers.add(onChange);
    return () => watchers.delete(onChange);
  };
  const set = (value: Value) => {
    current = { value };
    for (const onChange of watchers) onChange();
  };
  const useValue = () => useSyncExternalStore(watch, get, () => prerendered);
  return { get, set, useValue };
}

export type StorageArea = "localStorage" | "sessionStorage";

/** The keys in use; none where the browser allows no storage. */
export function storedKeys(area: StorageArea): readonly string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    return [];
  }
}

/** Null also where the browser allows no storage: accessing it throws then. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores the value, or removes it where it is null. Does nothing where storage is full or not allowed. */
export function writeStored(area: StorageArea, key: string, value: string | null): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Callers keep the value in memory as well.
  }
}

/** What is stored may come from an older version, or may have been edited by hand: null unless it is JSON. */
export function readStoredJson(area: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? "null");
  } catch {
    return null;
  }
}
