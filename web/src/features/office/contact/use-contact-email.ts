import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";

/** Where people write to; known also while the shop does not answer. */
export function useContactEmail(): string {
  return useShopSettings()?.contact.email ?? shop.email;
}
