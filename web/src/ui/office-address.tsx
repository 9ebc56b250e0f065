import "@mantine/core/styles/Text.layer.css";
import { Text } from "@mantine/core";
import { collectionHours } from "@portal/shared/sales/delivery/delivery.ts";
import { useShopSettings } from "../session/use-shop-settings.ts";
import { MapLink } from "./map-link.tsx";

/** Where an order is collected and when: whoever drives there needs no other page. */
export function OfficeAddress() {
  const office = useShopSettings()?.office;
  return (
    <Text component="address" size="sm" fs="normal">
      {office && (
        <>
          <b>{office.name}</b>
          <br />
          {office.address.join(", ")}
          <br />
        </>
      )}
      {collectionHours}
      {office && (
        <>
          {" · "}
          <MapLink address={office.address} name="our office" />
        </>
      )}
    </Text>
  );
}
