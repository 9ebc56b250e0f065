import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { presentToastsWith } from "../ui/feedback.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";

/** The office's toasts, positioned so that they cover neither the foot of a sheet nor a phone's bottom bar. */
export function OfficeServices() {
  const isPhone = useIsPhone();
  useEffect(
    () =>
      presentToastsWith(({ text, tone }) => {
        notifications.show({
          message: text,
          color: tone === "bad" ? "protea" : "fynbos",
          role: tone === "bad" ? "alert" : "status",
          withBorder: true,
          closeButtonProps: { "aria-label": "Close" },
        });
      }),
    [],
  );
  return (
    <Notifications
      position={isPhone ? "top-center" : "bottom-left"}
      limit={3}
      autoClose={4000}
      containerWidth={320}
    />
  );
}
