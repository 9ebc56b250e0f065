import { IconUserPlus } from "@tabler/icons-react";
import { Suspense } from "react";
import type { SignedInUser } from "../../../session/session.tsx";
import { useMay } from "../../../session/use-may.ts";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { CreateUserDialog } from "./user-dialogs.ts";

/** Opens the dialog "Add person". */
export function AddUserButton(props: { viewer: SignedInUser }) {
  const mayAdd = useMay("users.create");
  if (!mayAdd) return null;
  return (
    <DialogButton
      flex="none"
      leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden="true" />}
      label="Add person"
      dialog={(close) => (
        <Suspense fallback={null}>
          <CreateUserDialog viewer={props.viewer} onClose={close} />
        </Suspense>
      )}
    />
  );
}
