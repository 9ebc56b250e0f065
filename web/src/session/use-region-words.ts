import {
  bankBranchName,
  type Country,
  phoneExample,
  type RegionWords,
  regionWords,
} from "@portal/shared/platform/region.ts";
import { useShopSettings } from "./use-shop-settings.ts";

/** What an account of a kind is called. */
export function accountTypeWord(type: string, words: RegionWords): string {
  return type === "Cheque" ? words.chequeAccount : type;
}

/** What this shop's people call what they are asked for; South Africa's words until the shop is known. */
export function useRegionWords(): RegionWords &
  Readonly<{ branchCode: string; phoneCountry: Country; cellExample: string }> {
  const settings = useShopSettings();
  const branchCode = bankBranchName(settings?.currency ?? "ZAR");
  const phoneCountry = settings?.phoneCountry ?? "ZA";
  const cellExample = phoneExample[phoneCountry];
  return { ...regionWords(settings?.region ?? "za"), branchCode, phoneCountry, cellExample };
}
