import { useEffect, useState } from "react";

/** Pages that a link in an email leads to, with a secret in it. */
const oldLink = /^(\/(?:set-password|confirm-email))\/([^/]+)$/;

/** Links of before had the secret in the path, which servers are told: where the same page is with it behind the `#`. */
export function pathOfOldLink(pathname: string): string | null {
  const [, page, secret] = oldLink.exec(pathname) ?? [];
  return page === undefined ? null : `${page}#${secret}`;
}

/**
 * The secret of the link that this page was opened by; empty without one. It stands behind the `#`, which browsers tell to no
 * server, and leaves the address bar at once. The entry of the history keeps it, so that the page can be loaded again.
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
