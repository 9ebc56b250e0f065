import { Button, NativeSelect, TextInput } from "@mantine/core";
import { addressKinds } from "@portal/shared/people/addresses.ts";
import { americanStates, southAfricanProvinces } from "@portal/shared/people/provinces.ts";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { streetKey } from "./typed-recipient.ts";
import type { RecipientForm } from "./use-recipient-form.ts";

type FormProps = Readonly<{ form: RecipientForm }>;

export function AddressTypeField({ form }: FormProps) {
  return (
    <NativeSelect
      label="Address type"
      required
      data={[{ value: "", label: "Please choose" }, ...addressKinds]}
      {...form.getInputProps("businessOrResidential")}
    />
  );
}

export function VatField({ form }: FormProps) {
  return (
    <TextInput
      label="VAT number (optional)"
      description="Shown on the invoice."
      autoComplete="off"
      {...form.getInputProps("vatNo")}
    />
  );
}

/** The text fields of the address, with the tokens by which browsers fill them in. */
const tokens = {
  streetAddress: "address-line1",
  complexBuilding: "address-line2",
  line2: "address-line2",
  line3: "address-line3",
  manualSuburb: "address-level3",
  town: "address-level2",
  postalCode: "postal-code",
} as const;

function AddressField(
  props: Omit<ComponentProps<typeof TextInput>, "form"> &
    FormProps & { field: keyof typeof tokens },
) {
  const { form, field, ...input } = props;
  return (
    <TextInput
      autoComplete={`section-recipient ${tokens[field]}`}
      {...input}
      {...form.getInputProps(field)}
    />
  );
}

/** A province or state. */
function ProvinceField(
  props: FormProps & { label: string; options: ComponentProps<typeof NativeSelect>["data"] & {} },
) {
  return (
    <NativeSelect
      label={props.label}
      required
      autoComplete="section-recipient address-level1"
      data={[{ value: "", label: "Please choose" }, ...props.options]}
      {...props.form.getInputProps("province")}
    />
  );
}

/** The street at a place from the courier's list. */
export function StreetFields({ form }: FormProps) {
  return (
    <>
      <AddressField form={form} field="streetAddress" label="Street address" required />
      <AddressField form={form} field="complexBuilding" label="Complex or building (optional)" />
    </>
  );
}

/** Names another suburb than that of the chosen place, which may only be the nearest one. */
export function SuburbCorrection({ form }: FormProps) {
  const [isOpen, setOpen] = useState(form.values.manualSuburb !== "");
  if (!isOpen)
    return (
      <Button variant="subtle" mr="auto" onClick={() => setOpen(true)}>
        Change suburb
      </Button>
    );
  return <AddressField form={form} field="manualSuburb" label="Different suburb (optional)" />;
}

/** A place that the courier's list does not have. */
export function PlaceByHandFields({ form }: FormProps) {
  return (
    <>
      <div className="pair">
        <AddressField form={form} field="manualSuburb" label="Suburb" required />
        <AddressField form={form} field="town" label="Town or city" required />
      </div>
      <div className="pair">
        <ProvinceField form={form} label="Province" options={southAfricanProvinces} />
        <AddressField
          form={form}
          field="postalCode"
          label="Postal code"
          required
          inputMode="numeric"
        />
      </div>
    </>
  );
}

/** An address in the United Kingdom, which needs no place from a list (docs/decisions.md, 8). */
export function BritishFields({ form }: FormProps) {
  return (
    <>
      <AddressField form={form} field="postalCode" label="Postcode" required />
      <UkAddressFinder form={form} />
      <AddressField form={form} field="streetAddress" label="Address line 1" required />
      <AddressField form={form} field="line2" label="Address line 2 (optional)" />
      <AddressField form={form} field="line3" label="Address line 3 (optional)" />
      <AddressField form={form} field="town" label="Town" required />
    </>
  );
}

/** An address in the United States, typed in full. */
export function AmericanFields({ form }: FormProps) {
  const states = Object.entries(americanStates).map(([value, label]) => ({ value, label }));
  return (
    <>
      <AddressField form={form} field="streetAddress" label="Street address" required />
      <AddressField form={form} field="line2" label="Apartment, suite or unit (optional)" />
      <AddressField form={form} field="town" label="City" required />
      <div className="pair">
        <ProvinceField form={form} label="State" options={states} />
        <AddressField
          form={form}
          field="postalCode"
          label="ZIP code"
          required
          inputMode="numeric"
        />
      </div>
    </>
  );
}

/** Fills in the address from its postcode, where the shop has a lookup service; it can always be typed. */
function UkAddressFinder({ form }: FormProps) {
  const utils = api.useUtils();
  const lookUp = useMutation({
    mutationFn: (postcode: string) => utils.places.ukByPostcode.fetch({ postcode }),
    onSuccess: ({ postcode }) => form.setFieldValue("postalCode", postcode),
  });
  const isOffered = useShopSettings()?.hasAddressLookup === true;
  if (!isOffered) return null;

  const { data: found, error } = lookUp;
  const choose = (at: string) => {
    const address = found?.addresses[Number(at)];
    if (at === "" || !address) return;
    const { line1: streetAddress, line2, line3, town } = address;
    const lines = { streetAddress, line2, line3, town };
    form.setValues({
      ...lines,
      latitude: String(address.latitude ?? ""),
      longitude: String(address.longitude ?? ""),
      locatedAt: streetKey({ ...form.getValues(), ...lines }),
    });
    for (const field of ["streetAddress", "line2", "line3", "town", "postalCode"])
      form.clearFieldError(field);
  };
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={lookUp.isPending}
          disabled={form.values.postalCode.trim() === ""}
          onClick={() => lookUp.mutate(form.values.postalCode)}
        >
          Find address
        </Button>
      </div>
      <p role="status" style={{ margin: 0 }}>
        {error
          ? errorMessage(error)
          : found?.addresses.length === 0 && "No addresses found. Enter the address below."}
      </p>
      {found && found.addresses.length > 0 && (
        <NativeSelect
          label={`Addresses at ${found.postcode}`}
          defaultValue=""
          data={[
            { value: "", label: "Please choose" },
            ...found.addresses.map(({ line1, line2, town }, at) => ({
              value: String(at),
              label: [line1, line2, town].filter(Boolean).join(", "),
            })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
    </>
  );
}
