import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { hasVat, regionWords } from "@portal/shared/platform/region.ts";
import { offeredCourierServices } from "@portal/shared/sales/delivery/delivery.ts";
import { orNull } from "../../../ui/or-null.ts";
import { WholeNumberInput } from "../../../ui/number-inputs.tsx";
import { PhoneField } from "../../../ui/phone-field.tsx";
import { RichTextField } from "../../../ui/rich-text-field.tsx";
import { SectionForm, type SectionProps, useSection } from "./section-form.tsx";

export function SaleSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ sale }) => ({ section: "sale" as const, ...sale }));
  return (
    <SectionForm {...shell}>
      <Checkbox
        label="Black Friday is on"
        description={`Guests and your ${props.settings.customers} registered customers get the discount. Stockists, distributors and delivery are not affected.`}
        {...form.getInputProps("bfEnabled", { type: "checkbox" })}
      />
      <WholeNumberInput
        label="Discount"
        description="Whole number. If a customer’s own discount is larger, it applies instead."
        required
        unit="%"
        {...form.getInputProps("bfDiscount")}
      />
    </SectionForm>
  );
}

export function OrdersSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ orders }) => ({
    section: "orders" as const,
    ...orders,
  }));
  return (
    <SectionForm {...shell}>
      <NativeSelect
        label="First delivery option"
        description="Chosen for buyers at the start, where the courier offers it. They pay the same for each."
        data={[
          { value: "", label: "The one that arrives first" },
          ...offeredCourierServices.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        {...orNull(form.getInputProps("firstDelivery"))}
      />
      <TextInput
        label="Stock issues"
        description="Any text here stops new orders and is shown to everyone."
        autoComplete="off"
        {...form.getInputProps("stockIssues")}
      />
      <Checkbox
        label="Show a notice at checkout"
        description="Shown once to each buyer."
        {...form.getInputProps("checkoutPopupEnabled", { type: "checkbox" })}
      />
      <RichTextField label="Notice" {...form.getInputProps("checkoutPopupText")} />
    </SectionForm>
  );
}

export function CompanySection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ shop }) => ({ section: "shop" as const, ...shop }));
  return (
    <SectionForm {...shell}>
      <TextInput label="Name on documents" autoComplete="off" {...form.getInputProps("shopName")} />
      <Textarea label="Address" rows={4} {...form.getInputProps("shopAddress")} />
      <TextInput label="Company number" autoComplete="off" {...form.getInputProps("companyNo")} />
      {hasVat[props.settings.region] && (
        <TextInput
          label="VAT number"
          description="Printed on invoices while you are registered for VAT."
          autoComplete="off"
          {...form.getInputProps("vatNo")}
        />
      )}
      <TextInput
        label="Contact email"
        description="Also hears of every decision of the office. A change is only proposed."
        type="email"
        autoComplete="off"
        {...form.getInputProps("contactEmail")}
      />
      <TextInput
        label="WhatsApp link"
        description="Starts with https://wa.me/. Leave blank to hide the icon."
        autoComplete="off"
        {...form.getInputProps("whatsappUrl")}
      />
      <TextInput label="Facebook link" autoComplete="off" {...form.getInputProps("facebookUrl")} />
      <TextInput
        label="Instagram link"
        autoComplete="off"
        {...form.getInputProps("instagramUrl")}
      />
    </SectionForm>
  );
}

export function StockistsSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ stockists }) => ({
    section: "stockists" as const,
    ...stockists,
  }));
  return (
    <SectionForm {...shell}>
      <WholeNumberInput
        label="Standard margin"
        description="For stockists that a distributor adds or converts."
        required
        unit="%"
        {...form.getInputProps("stockistMarginDefault")}
      />
      <WholeNumberInput
        label="Standard distributor commission"
        description="What the parent earns on a new stockist’s orders."
        required
        unit="%"
        {...form.getInputProps("stockistPercentDefault")}
      />
      <WholeNumberInput
        label="Largest margin"
        description="Larger margins set earlier stay until someone changes them."
        required
        unit="%"
        {...form.getInputProps("stockistMarginMax")}
      />
      <WholeNumberInput
        label="Largest distributor commission"
        required
        unit="%"
        {...form.getInputProps("stockistPercentMax")}
      />
    </SectionForm>
  );
}

export function SignInSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ signIn }) => ({
    section: "signIn" as const,
    ...signIn,
  }));
  return (
    <SectionForm {...shell}>
      <WholeNumberInput
        label="Code length"
        description="4 to 8 characters. Applies to new codes."
        required
        {...form.getInputProps("signInCodeLength")}
      />
    </SectionForm>
  );
}

export function LimitsSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ limits }) => ({
    section: "limits" as const,
    ...limits,
  }));
  return (
    <SectionForm {...shell}>
      <WholeNumberInput
        label="Orders an hour"
        description="Of one account, or of all guests with one internet connection. In a day five times as many."
        required
        {...form.getInputProps("ordersPerHour")}
      />
      <WholeNumberInput
        label="Saved recipients an hour"
        description="Counted in the same way. A stockist who enters an address book needs room."
        required
        {...form.getInputProps("recipientsPerHour")}
      />
    </SectionForm>
  );
}

export function CollectionSection(props: SectionProps) {
  const { form, shell } = useSection(props, ({ collection }) => ({
    section: "collection" as const,
    ...collection,
  }));
  const words = regionWords(props.settings.region);
  return (
    <SectionForm {...shell}>
      <TextInput label="Company" required autoComplete="off" {...form.getInputProps("company")} />
      <TextInput
        label="Street address"
        required
        autoComplete="off"
        {...form.getInputProps("streetAddress")}
      />
      <TextInput label="Suburb" required autoComplete="off" {...form.getInputProps("suburb")} />
      <TextInput label="Town" required autoComplete="off" {...form.getInputProps("town")} />
      <TextInput label={words.province} autoComplete="off" {...form.getInputProps("province")} />
      <TextInput
        label={words.postalCode}
        required
        autoComplete="off"
        {...form.getInputProps("postalCode")}
      />
      <TextInput
        label="Contact"
        required
        autoComplete="off"
        {...form.getInputProps("contactName")}
      />
      <PhoneField
        label={words.cell}
        description="The courier calls this number."
        required
        {...form.getInputProps("cell")}
      />
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="off"
        {...form.getInputProps("email")}
      />
    </SectionForm>
  );
}
