import { useSyncExternalStore } from "react";
import classes from "./toast.module.css";

const shownMs = 4000;

let shown: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Confirms in passing what the page itself shows as well: a toast is never the only record. */
export function showToast(text: string): void {
  clearTimeout(timer);
  set(text);
  timer = setTimeout(() => set(null), shownMs);
}

/** One live region for the whole client, there from the start so that it is read out. */
export function Toasts() {
  const text = useSyncExternalStore(
    watch,
    () => shown,
    () => null,
  );
  return (
    <div className={classes.region} role="status">
      {text && <p className={classes.toast}>{text}</p>}
    </div>
  );
}

function set(text: string | null): void {
  shown = text;
  for (const onChange of watchers) onChange();
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
