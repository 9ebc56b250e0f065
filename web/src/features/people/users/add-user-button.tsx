import { IconUserPlus } from "@tabler/icons-react";
import { Suspense } from "react";
import type { SignedInUser } from "../../../session/session.tsx";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { CreateUserDialog } from "./user-dialogs.ts";

/** Opens the dialog "Add person". */
export function AddUserButton(props: { viewer: SignedInUser }) {
  if (useIsImpersonated()) return null;
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
