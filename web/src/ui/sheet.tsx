import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

/** A drawer beside the list on a desk, the whole screen on a phone. */
export function Sheet(props: {
  isOpen: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      position="right"
      size={isPhone ? "100%" : 520}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {props.children}
    </Drawer>
  );
}
