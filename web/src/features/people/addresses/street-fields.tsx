import { Button, NativeSelect, TextInput } from "@mantine/core";
import { addressKinds } from "@portal/shared/people/addresses.ts";
import { americanStates, southAfricanProvinces } from "@portal/shared/people/provinces.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import type { RecipientForm } from "./recipient-dialog.tsx";
import { streetKey } from "./typed-recipient.ts";

export function AddressTypeField(props: { form: RecipientForm }) {
  return (
    <NativeSelect
      label="Address type"
      required
      data={[{ value: "", label: "Please choose" }, ...addressKinds]}
      {...props.form.getInputProps("businessOrResidential")}
    />
  );
}

export function VatField(props: { form: RecipientForm }) {
  return (
    <TextInput
      label="VAT number (optional)"
      description="Shown on the invoice."
      autoComplete="off"
      {...props.form.getInputProps("vatNo")}
    />
  );
}

/** The street at a place of the list. */
export function StreetFields(props: { form: RecipientForm }) {
  const { form } = props;
  return (
    <>
      <TextInput
        label="Street address"
        required
        autoComplete="section-recipient address-line1"
        {...form.getInputProps("streetAddress")}
      />
      <TextInput
        label="Complex or building (optional)"
        autoComplete="section-recipient address-line2"
        {...form.getInputProps("complexBuilding")}
      />
    </>
  );
}

/** For whoever chose the nearest place: what theirs is called. */
export function SuburbCorrection(props: { form: RecipientForm }) {
  const { form } = props;
  const [isOpen, setOpen] = useState(form.values.manualSuburb !== "");
  if (!isOpen)
    return (
      <Button variant="subtle" mr="auto" onClick={() => setOpen(true)}>
        Change suburb
      </Button>
    );
  return (
    <TextInput
      label="Different suburb (optional)"
      autoComplete="section-recipient address-level3"
      {...form.getInputProps("manualSuburb")}
    />
  );
}

/** A place that the list does not have. */
export function PlaceByHandFields(props: { form: RecipientForm }) {
  const { form } = props;
  return (
    <>
      <div className="pair">
        <TextInput
          label="Suburb"
          required
          autoComplete="section-recipient address-level3"
          {...form.getInputProps("manualSuburb")}
        />
        <TextInput
          label="Town or city"
          required
          autoComplete="section-recipient address-level2"
          {...form.getInputProps("town")}
        />
      </div>
      <div className="pair">
        <NativeSelect
          label="Province"
          required
          autoComplete="section-recipient address-level1"
          data={[{ value: "", label: "Please choose" }, ...southAfricanProvinces]}
          {...form.getInputProps("province")}
        />
        <TextInput
          label="Postal code"
          required
          inputMode="numeric"
          autoComplete="section-recipient postal-code"
          {...form.getInputProps("postalCode")}
        />
      </div>
    </>
  );
}

/** An address of the United Kingdom, which needs no place of a list (docs/decisions.md, 8). */
export function BritishFields(props: { form: RecipientForm }) {
  const { form } = props;
  return (
    <>
      <TextInput
        label="Postcode"
        required
        autoComplete="section-recipient postal-code"
        {...form.getInputProps("postalCode")}
      />
      <UkAddressFinder form={form} />
      <TextInput
        label="Address line 1"
        required
        autoComplete="section-recipient address-line1"
        {...form.getInputProps("streetAddress")}
      />
      <TextInput
        label="Address line 2 (optional)"
        autoComplete="section-recipient address-line2"
        {...form.getInputProps("line2")}
      />
      <TextInput
        label="Address line 3 (optional)"
        autoComplete="section-recipient address-line3"
        {...form.getInputProps("line3")}
      />
      <TextInput
        label="Town"
        required
        autoComplete="section-recipient address-level2"
        {...form.getInputProps("town")}
      />
    </>
  );
}

/** An address of the United States, which is typed. */
export function AmericanFields(props: { form: RecipientForm }) {
  const { form } = props;
  const states = Object.entries(americanStates).map(([value, label]) => ({ value, label }));
  return (
    <>
      <TextInput
        label="Street address"
        required
        autoComplete="section-recipient address-line1"
        {...form.getInputProps("streetAddress")}
      />
      <TextInput
        label="Apartment, suite or unit (optional)"
        autoComplete="section-recipient address-line2"
        {...form.getInputProps("line2")}
      />
      <TextInput
        label="City"
        required
        autoComplete="section-recipient address-level2"
        {...form.getInputProps("town")}
      />
      <div className="pair">
        <NativeSelect
          label="State"
          required
          autoComplete="section-recipient address-level1"
          data={[{ value: "", label: "Please choose" }, ...states]}
          {...form.getInputProps("province")}
        />
        <TextInput
          label="ZIP code"
          required
          inputMode="numeric"
          autoComplete="section-recipient postal-code"
          {...form.getInputProps("postalCode")}
        />
      </div>
    </>
  );
}

type Found = ApiOutputs["places"]["ukByPostcode"];

/** Fills the address from its postcode, where the shop has a service for it; it can always be typed. */
function UkAddressFinder(props: { form: RecipientForm }) {
  const { form } = props;
  const utils = api.useUtils();
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const isOffered = useShopSettings()?.hasAddressLookup === true;
  if (!isOffered) return null;

  const look = async () => {
    setLooking(true);
    setFailure(null);
    setFound(null);
    try {
      const answer = await utils.places.ukByPostcode.fetch({ postcode: form.values.postalCode });
      form.setFieldValue("postalCode", answer.postcode);
      setFound(answer);
      if (answer.addresses.length === 0) setFailure("No addresses found. Enter the address below.");
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setLooking(false);
    }
  };
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
          loading={isLooking}
          disabled={form.values.postalCode.trim() === ""}
          onClick={() => void look()}
        >
          Find address
        </Button>
      </div>
      <p role="status" style={{ margin: 0 }}>
        {failure}
      </p>
      {found && found.addresses.length > 0 && <FoundAddresses found={found} onChosen={choose} />}
    </>
  );
}

function FoundAddresses(props: { found: Found; onChosen: (at: string) => void }) {
  const { postcode, addresses } = props.found;
  return (
    <NativeSelect
      label={`Addresses at ${postcode}`}
      defaultValue=""
      data={[
        { value: "", label: "Please choose" },
        ...addresses.map(({ line1, line2, town }, at) => ({
          value: String(at),
          label: [line1, line2, town].filter(Boolean).join(", "),
        })),
      ]}
      onChange={(event) => props.onChosen(event.currentTarget.value)}
    />
  );
}
