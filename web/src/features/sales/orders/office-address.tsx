import { collectionHours } from "@portal/shared/platform/constants.ts";
import "@mantine/core/styles/Text.layer.css";
import { Text } from "@mantine/core";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { MapLink } from "../../../ui/map-link.tsx";

/** Address and opening hours for collection. */
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
