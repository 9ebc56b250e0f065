import type { BaseLocationHook, BaseSearchHook } from "wouter";
import { navigate, useLocationProperty } from "wouter/use-browser-location";

let held: Readonly<{ pathname: string; search: string }> | null = null;

/**
 * A step of our own through the history changes the address for a moment, which no page may see: until it is let go,
 * all of them read the address as it is now.
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

const useAddress: BaseLocationHook = ({ ssrPath }) => [
  useLocationProperty(currentPath, ssrPath === undefined ? currentPath : () => ssrPath),
  navigate,
];

const useAddressSearch: BaseSearchHook = ({ ssrSearch }) =>
  useLocationProperty(currentSearch, ssrSearch === undefined ? currentSearch : () => ssrSearch);

/** For the router, in place of its own. */
export const addressHooks = { hook: useAddress, searchHook: useAddressSearch };
