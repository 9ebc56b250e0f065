import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { ConvertToDistributorDialog } from "./convert-to-distributor-dialog.tsx";
import { ConvertToStockistDialog } from "./convert-to-stockist-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { EraseUserDialog } from "./erase-user-dialog.tsx";
import { ImpersonateDialog } from "./impersonate-dialog.tsx";
import { MoveMemberDialog } from "./move-member-dialog.tsx";
import { RestoreUserDialog } from "./restore-user-dialog.tsx";
import { UpliftDialog } from "./uplift-dialog.tsx";
import type { ListedUser } from "./user-columns.tsx";

/** The dialog of an action; for what needs none there is nothing. */
export function UserActionDialog(props: {
  action: UserAction;
  user: ListedUser;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { action, user, viewer, onClose } = props;
  switch (action) {
    case "edit":
      return <EditUserDialog userId={user.id} onClose={onClose} />;
    case "convert-to-distributor":
      return <ConvertToDistributorDialog user={user} viewer={viewer} onClose={onClose} />;
    case "convert-to-stockist":
      return <ConvertToStockistDialog user={user} viewer={viewer} onClose={onClose} />;
    case "move":
      return <MoveMemberDialog user={user} onClose={onClose} />;
    case "uplift":
      return <UpliftDialog user={user} onClose={onClose} />;
    case "impersonate":
      return <ImpersonateDialog user={user} onClose={onClose} />;
    case "delete":
      return <DeleteUserDialog user={user} onClose={onClose} />;
    case "restore":
      return <RestoreUserDialog user={user} onClose={onClose} />;
    case "erase":
      return <EraseUserDialog user={user} onClose={onClose} />;
    case "resend":
    case "copy-link":
      return null;
  }
}
