import { useSyncExternalStore } from "react";
import classes from "./offline-strip.module.css";

function watch(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
}

/** Says that the line is gone, and that nothing is lost by it. */
export function OfflineStrip() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.strip}>
          You are offline. What you entered is kept on this device until the connection is back.
        </p>
      )}
    </div>
  );
}
