import type { BaseLocationHook, BaseSearchHook } from "wouter";
import { navigate, useLocationProperty } from "wouter/use-browser-location";
import { leaveWork } from "./unsaved-work.ts";

let held: Readonly<{ pathname: string; search: string }> | null = null;

/**
 * A history step made by `ui/back-layers.ts` changes the address for a moment. Until `letGoOfAddress`, the router keeps
 * reading the address as it is now, so that no page sees the change.
 */
export function holdAddress(): void {
  const { pathname, search } = window.location;
  held = { pathname, search };
}

export function letGoOfAddress(): void {
  held = null;
}

const currentPath = () => held?.pathname ?? window.location.pathname;
const currentSearch = () => held?.search ?? window.location.search;

/** A step to another page asks where typed work would be lost. */
const goTo: typeof navigate = (to, options) => {
  const go = () => navigate(to, options);
  const isElsewhere = new URL(to, window.location.href).pathname !== currentPath();
  if (isElsewhere && !options?.replace) leaveWork(go);
  else go();
};

const useAddress: BaseLocationHook = ({ ssrPath }) => [
  useLocationProperty(currentPath, ssrPath === undefined ? currentPath : () => ssrPath),
  goTo,
];

const useAddressSearch: BaseSearchHook = ({ ssrSearch }) =>
  useLocationProperty(currentSearch, ssrSearch === undefined ? currentSearch : () => ssrSearch);

/** Replace wouter's own hooks in `Router`. */
export const addressHooks = { hook: useAddress, searchHook: useAddressSearch };
