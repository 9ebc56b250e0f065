import type { DomainErrorCode } from "../platform/domain-error.ts";
import type { Region } from "../platform/region.ts";
import { bareNumber, isVatNumber } from "../platform/vat-numbers.ts";

/** What has a form of its own and no words, because every page and document of the shop shows it, and how others are refused. */
const refusals = {
  companyNo: "settings.wrong-company-number",
  vatNo: "settings.wrong-vat-number",
  whatsappUrl: "settings.wrong-whatsapp-link",
} as const satisfies Readonly<Record<string, DomainErrorCode>>;

type StrictDetail = keyof typeof refusals;
type Details = Readonly<Record<StrictDetail, string>>;
const strictDetails = ["companyNo", "vatNo", "whatsappUrl"] as const;

/** The changed detail that has another form; one that was there before stays until it is changed. */
export function wrongDetail(
  given: Details,
  before: Details,
  region: Region,
): Readonly<{ field: StrictDetail; code: DomainErrorCode }> | null {
  const field = strictDetails.find(
    (each) => given[each] !== before[each] && !isDetail(each, given[each], region),
  );
  return field === undefined ? null : { field, code: refusals[field] };
}

/** Whether a detail is blank or has the form that its authority or service gives it. */
export function isDetail(field: StrictDetail, typed: string, region: Region): boolean {
  if (typed === "") return true;
  switch (field) {
    case "companyNo":
      return companyNumbers[region].test(typed);
    case "vatNo":
      return isVatNumber(region, bareNumber(typed));
    case "whatsappUrl":
      return /^https:\/\/wa\.me\/(?:\d{8,15}|message\/[A-Z0-9]{8,20})$/.test(typed);
  }
}

const companyNumbers: Readonly<Record<Region, RegExp>> = {
  /** CIPC: year, number and kind of company; of a close corporation also with CK. */
  za: /^(?:CK ?)?(?:19|20)\d{2}\/\d{6}\/\d{2}$/,
  /** Companies House: eight digits, or the two letters of a register (SC, NI, OC) and six. */
  uk: /^(?:\d{8}|[A-Z]{2}\d{6})$/,
  /** The EIN, or the number of a state's register. */
  usa: /^(?:\d{2}-\d{7}|[A-Z]{0,2}\d{7,10})$/,
};
