import "@mantine/notifications/styles.layer.css";
import { ModalsProvider } from "@mantine/modals";
import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { presentToastsWith } from "../ui/feedback.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";

/**
 * The questions that screens ask by `modals`, and what is said in passing, which covers neither the foot of a sheet nor a
 * phone's bar.
 */
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
    <ModalsProvider>
      <Notifications
        position={isPhone ? "top-center" : "bottom-left"}
        limit={3}
        autoClose={4000}
        containerWidth={320}
      />
    </ModalsProvider>
  );
}
