import { Box, NativeSelect, TextInput } from "@mantine/core";
import { currencies } from "@portal/shared/platform/money.ts";
import { countries, hasVat, regionWords, taxHeadings } from "@portal/shared/platform/region.ts";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MoneyInput, PercentInput } from "../../../ui/number-inputs.tsx";
import { orNull } from "../../../ui/or-null.ts";
import { SectionForm, type SectionProps, useSection } from "./section-form.tsx";

const LoadedDayField = lazyPart(
  async () => (await import("../../../ui/dates/day-field.tsx")).DayField,
);

type Region = SectionProps["settings"]["regions"][number];

export function RegionSection(props: SectionProps & Readonly<{ region: Region }>) {
  const { region, settings } = props;
  const { code } = region;
  const { form, shell } = useSection(
    props,
    ({ regions }) => ({
      section: "region" as const,
      ...(regions.find((each) => each.code === code) ?? region),
    }),
    ["vatBps", "unitValue", "deliveryFlat", "payoutSecondPersonAbove"],
  );
  const { priceTax } = regionWords(code);
  const { vatRegistered, currency } = form.values;
  const vatNow = settings.vatNow.find((each) => each.code === code)?.vatBps;
  return (
    <SectionForm {...shell}>
      <NativeSelect
        label="Currency"
        description="You cannot change it after the first order."
        required
        data={[...currencies]}
        {...form.getInputProps("currency")}
      />
      <PercentInput
        label={taxHeadings[code].tax}
        description={`Applies to new orders only. A lower rate raises commission and needs another admin.${
          vatNow === undefined ? "" : ` Until the day below it is ${vatNow / 100}%.`
        }`}
        required
        {...form.getInputProps("vatBps")}
      />
      <DayField
        label="First day of this rate"
        description="Leave blank to apply it when you save. Orders keep the rate of the day they were placed."
        {...orNull(form.getInputProps("vatFrom"))}
      />
      <NativeSelect
        label={`Registered for ${priceTax}`}
        description={`Invoices from days without registration show no ${priceTax}${hasVat[code] ? " and no VAT number" : ""}, and neither do their credit notes. ${hasVat[code] ? "Enter your VAT number first. " : ""}You cannot change this for closed months.`}
        required
        data={[
          { value: "always", label: "Yes, since the first order" },
          { value: "from", label: "Yes, from a date" },
          { value: "never", label: "No" },
        ]}
        {...form.getInputProps("vatRegistered")}
      />
      {vatRegistered === "from" && (
        <DayField
          label={`First day with ${priceTax}`}
          description="From your certificate of registration. If you register again, closed months keep the days of the former one."
          required
          {...orNull(form.getInputProps("vatRegisteredFrom"))}
        />
      )}
      {vatRegistered !== "never" && (
        <DayField
          label={`Last day with ${priceTax}`}
          description={`Leave blank while you are registered. Credit notes keep the ${priceTax} of their invoice, also after this day.`}
          {...orNull(form.getInputProps("vatRegisteredUntil"))}
        />
      )}
      <MoneyInput
        label="Unit value"
        description={`Value of one unit in “Total sales”, excl. ${priceTax}. Changes how all totals are shown, past ones included. Does not change commission.`}
        required
        currency={currency}
        {...form.getInputProps("unitValue")}
      />
      <NativeSelect
        label="Default phone country"
        required
        data={[...countries]}
        {...form.getInputProps("phoneCountry")}
      />
      <MoneyInput
        label="Flat delivery rate"
        description="Per recipient. Leave blank to charge the DELIVERY product’s price per parcel."
        currency={currency}
        {...form.getInputProps("deliveryFlat")}
      />
      <MoneyInput
        label="Second approval above"
        description="Payouts, bank transfers and store credit above this need a second approver, and so does a change of this limit. Leave blank for none. The lowest limit of all regions applies."
        currency={currency}
        {...form.getInputProps("payoutSecondPersonAbove")}
      />
    </SectionForm>
  );
}

/** The calendar is heavy: until it is there, the field is shown without it. */
function DayField(props: ComponentProps<typeof LoadedDayField>) {
  const { id, label, description, required = false } = props;
  return (
    <Box maw={240}>
      <Suspense
        fallback={
          <TextInput id={id} label={label} description={description} required={required} readOnly />
        }
      >
        <LoadedDayField {...props} />
      </Suspense>
    </Box>
  );
}
