import { useEffect, useSyncExternalStore } from "react";
import { api, type ApiOutputs } from "../api/api.ts";
import { setOfficeTimeZone } from "../office-time-zone.ts";

export type ShopSettings = ApiOutputs["settings"]["public"];

/**
 * What the office says of the shop; undefined until it is here, and where it cannot be had. Also while a
 * part of a prerendered page whose code comes late takes over: it must begin as the server drew it.
 */
export function useShopSettings(): ShopSettings | undefined {
  const isDrawn = useSyncExternalStore(
    watchNothing,
    () => true,
    () => false,
  );
  const settings = api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 });
  const timeZone = settings.data?.timeZone;
  useEffect(() => {
    if (timeZone !== undefined) setOfficeTimeZone(timeZone);
  }, [timeZone]);
  return isDrawn ? settings.data : undefined;
}

function watchNothing(): () => void {
  return () => {};
}
