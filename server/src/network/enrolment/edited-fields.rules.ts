import { ownVatBps } from "@portal/shared/catalogue/vat-rates.ts";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";

/** Where a null would empty nothing, or has become an empty text. */
type WithoutNull =
  | "altNumber"
  | "company"
  | "companyAddress"
  | "vatNo"
  | "distributorArea"
  | "distributorCode"
  | "stockistCode"
  | "stockistMargin"
  | "distributorPercent";
export type EditedFields = Omit<UpdateUser, WithoutNull | "area"> & {
  [Name in WithoutNull]: Exclude<UpdateUser[Name], null>;
};

/** What is stored, by column name. */
type Stored = Readonly<{
  alt_number: string | null;
  company: string | null;
  company_address: string | null;
  vat_no: string | null;
  area: string | null;
  distributor_version: number;
  margin_bps: number | null;
  stockist_vat_bps: number | null;
  stockist_vat_lower: boolean;
}>;

/**
 * Without what is as it was read: programs send back the whole user with one field edited. So a field of another role is none
 * while it is unchanged, and a percentage with a fraction, which is read as a whole one, keeps its fraction.
 */
export function editedFields(
  before: Stored,
  { area, ...given }: UpdateUser,
  vatBpsOfAll: number,
): EditedFields {
  const version = given.distributorVersion;
  const ownVat = { bps: before.stockist_vat_bps, isLower: before.stockist_vat_lower };
  return {
    ...given,
    altNumber: edited(before.alt_number, given.altNumber),
    company: edited(before.company, given.company),
    // A stockist has both.
    companyAddress: edited(before.company_address, given.companyAddress ?? undefined),
    vatNo: edited(before.vat_no, given.vatNo ?? undefined),
    distributorArea: edited(before.area, given.distributorArea, area),
    distributorCode: given.distributorCode ?? undefined,
    stockistCode: given.stockistCode ?? undefined,
    stockistMargin: given.stockistMargin ?? undefined,
    distributorPercent: given.distributorPercent ?? undefined,
    distributorVersion: version === before.distributor_version ? undefined : version,
    margin: editedPercent(before.margin_bps, given.margin),
    stockistVAT: editedPercent(ownVatBps(ownVat, vatBpsOfAll), given.stockistVAT),
  };
}

/** The first value that is not the stored one; a null empties the field. */
function edited(
  stored: string | null,
  ...given: readonly (string | null | undefined)[]
): string | undefined {
  return given
    .map((value) => (value === null ? "" : value))
    .find((value) => value !== undefined && value !== (stored ?? ""));
}

/** Of a percentage that is stored in basis points and read as a whole one. */
export function editedPercent<Percent extends number | null | undefined>(
  storedBps: number | null,
  given: Percent,
): Percent | undefined {
  const shown = storedBps === null ? null : Math.round(storedBps / 100);
  return given === shown ? undefined : given;
}
