import { Button } from "@mantine/core";
import { IconUserX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

const EraseGuestDialog = lazy(async () => ({
  default: (await import("./erase-guest-dialog.tsx")).EraseGuestDialog,
}));

/** For somebody who wants to be forgotten and has no account, so that there is no row to do it from. */
export function EraseGuestButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserX size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Erase a guest
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EraseGuestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
