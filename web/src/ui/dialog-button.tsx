import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useState } from "react";

/** A button that opens a dialog. */
export function DialogButton(
  props: ButtonProps & { label: string; dialog: (close: () => void) => ReactNode },
) {
  const { label, dialog, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
