import { Button } from "@mantine/core";
import { IconDownload, IconUserX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AddUserButton } from "./add-user-button.tsx";
import { UserList } from "./user-list.tsx";
import classes from "./users.module.css";

/** Everybody: found, added, changed, placed in the network. */
export function UsersScreen() {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  return (
    <div className={classes.page}>
      <PageHeading
        title="Users"
        area="Office"
        action={
          <div className={classes.actions}>
            {session.user.developer && <ExportCustomersButton />}
            <EraseGuestButton />
            <AddUserButton viewer={session.user} />
          </div>
        }
      />
      <UserList viewer={session.user} addButton={false} />
    </div>
  );
}

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
        Erase guest
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EraseGuestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const ExportCustomersDialog = lazy(async () => ({
  default: (await import("./export-customers-dialog.tsx")).ExportCustomersDialog,
}));

/** For admins with the developer flag: the list of customers as a file (docs/decisions.md, 23). */
function ExportCustomersButton() {
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
