import type { SaveSettings, SettingsOf } from "@portal/shared/catalogue/settings.ts";
import type { VatPeriod } from "@portal/shared/catalogue/vat-registration.ts";

type OfRegion = SettingsOf<"region">;
type RegistrationFields = Pick<
  OfRegion,
  "vatRegistered" | "vatRegisteredFrom" | "vatRegisteredUntil"
>;

/** The registration for VAT as the fields of a form. */
export function registrationFields({ from, until }: VatPeriod) {
  return from === "always" || from === "never"
    ? ({ vatRegistered: from, vatRegisteredFrom: null, vatRegisteredUntil: until } as const)
    : ({ vatRegistered: "from", vatRegisteredFrom: from, vatRegisteredUntil: until } as const);
}

/** The inverse of the fields above; null where a form does not name the registration. */
export function registrationOf({
  vatRegistered,
  vatRegisteredFrom,
  vatRegisteredUntil: until = null,
}: RegistrationFields): VatPeriod | null {
  const from = (vatRegistered === "from" ? vatRegisteredFrom : vatRegistered) ?? null;
  if (from === null) return null;
  const isOver = until !== null && from !== "always" && until < from;
  return { from, until: from === "never" || isOver ? null : until };
}

/** What a form does not send of the registration stays, and no day is kept that its choice does not have. */
export function withRegistration(given: SaveSettings, regions: readonly OfRegion[]): SaveSettings {
  const before = regions.find((region) => given.section === "region" && region.code === given.code);
  if (given.section !== "region" || !before) return given;
  const { vatRegisteredUntil = before.vatRegisteredUntil } = given;
  const days = registrationOf({ ...given, vatRegisteredUntil }) ?? registrationOf(before);
  return days ? { ...given, ...registrationFields(days) } : given;
}
