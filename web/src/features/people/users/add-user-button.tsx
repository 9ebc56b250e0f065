import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import type { SignedInUser } from "../../../session/session.tsx";
import { useMay } from "../../../session/use-may.ts";
import { CreateUserDialog } from "./user-dialogs.ts";

/** Opens the dialog "Add person". */
export function AddUserButton(props: { viewer: SignedInUser }) {
  const [isOpen, setOpen] = useState(false);
  const mayAdd = useMay("users.create");
  if (!mayAdd) return null;
  return (
    <>
      <Button
        flex="none"
        leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Add person
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CreateUserDialog viewer={props.viewer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
