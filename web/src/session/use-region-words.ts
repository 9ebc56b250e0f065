import {
  bankBranchName,
  type Country,
  phoneExample,
  type RegionWords,
  type TaxHeadings,
  regionWords,
  taxHeadings,
} from "@portal/shared/platform/region.ts";
import { useShopSettings } from "./use-shop-settings.ts";

/** The name of a bank account type in this region. */
export function accountTypeWord(type: string, words: RegionWords): string {
  return type === "Cheque" ? words.chequeAccount : type;
}

/** The region's names for the fields of forms; South Africa's until the shop settings are loaded. */
export function useRegionWords(): RegionWords &
  Readonly<{
    branchCode: string;
    phoneCountry: Country;
    cellExample: string;
    taxHeadings: TaxHeadings;
  }> {
  const settings = useShopSettings();
  const region = settings?.region ?? "za";
  const phoneCountry = settings?.phoneCountry ?? "ZA";
  return {
    ...regionWords(region),
    taxHeadings: taxHeadings[region],
    branchCode: bankBranchName(settings?.currency ?? "ZAR"),
    phoneCountry,
    cellExample: phoneExample[phoneCountry],
  };
}
