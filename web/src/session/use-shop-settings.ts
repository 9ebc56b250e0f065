import { api, type ApiOutputs } from "../api/api.ts";

export type ShopSettings = ApiOutputs["settings"]["public"];

/** What the office says of the shop; undefined until it is here, and where it cannot be had. */
export function useShopSettings(): ShopSettings | undefined {
  return api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 }).data;
}
