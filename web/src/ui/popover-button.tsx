import { Popover, type PopoverProps } from "@mantine/core";
import { type ReactNode, useState } from "react";

/**
 * A button with a popover.
 *
 * @param props.children the content; `close` closes the popover, which returns the focus to the button
 */
export function PopoverButton(props: {
  button: (opener: { onClick: () => void }) => ReactNode;
  place?: Pick<PopoverProps, "position" | "width">;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus {...props.place}>
      <Popover.Target>{props.button({ onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown>{props.children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}
