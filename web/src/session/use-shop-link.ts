import { useCallback } from "react";
import { useShopSettings } from "./use-shop-settings.ts";

/** Where a member's link leads: to the shop, on whichever host the page is that shows it. */
export function useShopLink(): (code: string) => string {
  const shopUrl = useShopSettings()?.shopUrl ?? window.location.origin;
  return useCallback((code) => `${shopUrl}/via/${encodeURIComponent(code)}`, [shopUrl]);
}
