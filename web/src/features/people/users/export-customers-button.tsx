import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

const ExportCustomersDialog = lazy(async () => ({
  default: (await import("./export-customers-dialog.tsx")).ExportCustomersDialog,
}));

/** For admins with the developer flag: the list of customers as a file (docs/decisions.md, 23). */
export function ExportCustomersButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Export customers
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportCustomersDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
