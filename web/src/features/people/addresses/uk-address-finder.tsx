import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { streetKey } from "./typed-recipient.ts";
import type { RecipientForm } from "./use-recipient-form.ts";

type Found = ApiOutputs["places"]["ukByPostcode"];

/** Fills the address from its postcode, where the shop has a service for it; it can always be typed. */
export function UkAddressFinder(props: { form: RecipientForm }) {
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
      if (answer.addresses.length === 0)
        setFailure("No addresses found. Please type the address below.");
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
          Find the address
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
