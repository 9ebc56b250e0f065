import { useEffect, useState } from "react";

/**
 * The secret of the link that opened this page; empty without one. It is in the hash, which browsers do not send, and is
 * removed from the address bar at once. The history entry keeps it, so that the page can be reloaded.
 */
export function useLinkSecret(): string {
  const [secret, setSecret] = useState(() => secretInAddress() ?? secretInState());

  useEffect(() => {
    const take = () => {
      const linkSecret = secretInAddress();
      if (linkSecret === null) return;
      setSecret(linkSecret);
      window.history.replaceState({ linkSecret }, "", window.location.pathname);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);

  return secret;
}

function secretInAddress(): string | null {
  return window.location.hash.slice(1) || null;
}

function secretInState(): string {
  const state: unknown = window.history.state;
  const hasSecret = typeof state === "object" && state !== null && "linkSecret" in state;
  return hasSecret ? String(state.linkSecret) : "";
}
