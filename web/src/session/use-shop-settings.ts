import { useEffect } from "react";
import { api, type ApiOutputs } from "../api/api.ts";
import { setShopCurrency } from "../digit-groups.ts";
import { setOfficeTimeZone } from "../office-time-zone.ts";
import { createStore } from "./store.ts";

export type ShopSettings = ApiOutputs["settings"]["public"];

const hydration = createStore(() => true, false);

/**
 * The public settings of the shop; undefined while they load or cannot be loaded. Also undefined while a part of a
 * prerendered page hydrates, even if the settings are cached by then: the first render has to match the server's HTML.
 */
export function useShopSettings(): ShopSettings | undefined {
  const isHydrated = hydration.useValue();
  const settings = api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 });
  const { timeZone, currency } = settings.data ?? {};
  useEffect(() => {
    if (timeZone !== undefined) setOfficeTimeZone(timeZone);
    if (currency !== undefined) setShopCurrency(currency);
  }, [timeZone, currency]);
  return isHydrated ? settings.data : undefined;
}
