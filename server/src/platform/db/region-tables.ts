import type { VatDays, VatPeriod } from "@portal/shared/catalogue/vat-registration.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Generated, GeneratedAlways } from "kysely";

/** The terms of each region, and what they were. */
export type RegionTables = {
  region: {
    code: Region;
    currency: Currency;
    /** As it was last changed at once: for a process of the release before, which reads no `region_vat_rate`. */
    vat_bps: number;
    vat_registered_from: Generated<VatDays["from"]>;
    vat_registered_until: Generated<VatDays["until"]>;
    vat_registered_earlier: Generated<VatPeriod[]>;
    /** The value of one unit in "total sales", in minor units. */
    unit_value: number;
    phone_country: string;
    time_zone: string;
    delivery_flat: number | null;
    payout_second_person_above: number | null;
  };
  /** The VAT rates included in prices, and since when; only added to. */
  region_vat_rate: {
    id: GeneratedAlways<number>;
    region: Region;
    vat_bps: number;
    /** Null: from the beginning. */
    from_at: string | null;
  };
  /** The days of the registration for VAT, and since when they were known; only added to. */
  region_vat_registration: {
    id: GeneratedAlways<number>;
    region: Region;
    registered_from: VatDays["from"];
    registered_until: VatDays["until"];
    earlier: Generated<VatPeriod[]>;
    /** Null: from the beginning. */
    known_at: string | null;
  };
};
