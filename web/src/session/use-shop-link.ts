import { useCallback } from "react";
import { useShopSettings } from "./use-shop-settings.ts";

/** Builds a member's link, which leads to the shop's host whichever host the current page is on. */
export function useShopLink(): (code: string) => string {
  const shopUrl = useShopSettings()?.shopUrl ?? window.location.origin;
  return useCallback((code) => `${shopUrl}/via/${encodeURIComponent(code)}`, [shopUrl]);
}
