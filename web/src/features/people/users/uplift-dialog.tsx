import { api } from "../../../api/api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { SurnameDialog, useAfterSurname } from "./surname-dialog.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** A level 2 becomes a level 1, for good: whoever does it types the surname. */
export function UpliftDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const uplift = api.users.uplift.useMutation(useAfterSurname(onClose));
  return (
    <SurnameDialog
      name="uplift"
      title={`Uplift ${nameOf(user)} to level 1?`}
      submitLabel="Uplift to level 1"
      action={uplift}
      user={user}
      onClose={onClose}
    >
      <Notice tone="warning" title="An uplift cannot be undone">
        <p>
          {user.parentName ?? "The parent"} becomes the sponsor. Everybody below stays, at the level
          that they have. What was sold until now stays with level 2.
        </p>
      </Notice>
      <NetworkPreview of={{ change: "uplift", userId: user.id }} />
    </SurnameDialog>
  );
}
