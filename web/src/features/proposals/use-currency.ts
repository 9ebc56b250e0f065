import type { Currency } from "@portal/shared/money.ts";
import { api } from "../../api/api.ts";

/** What the shop sells in; null until it is known. */
export function useCurrency(): Currency | null {
  const settings = api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 });
  return settings.data?.currency ?? null;
}
