import { api } from "../../api/api.ts";
import { Notice } from "../../ui/notice.tsx";
import { SurnameDialog, useAfterSurname } from "./surname-dialog.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** For good: whoever does it types the surname, and then the own password. */
export function EraseUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const erase = api.users.erase.useMutation(useAfterSurname(onClose));
  return (
    <SurnameDialog
      name="erase"
      title={`Erase ${nameOf(user)}?`}
      submitLabel="Erase for good"
      action={erase}
      {...{ user, onClose }}
    >
      <Notice tone="warning" title="Erasing cannot be undone">
        <p>
          Name, email, numbers, addresses, bank details and everything written to or by this person
          are removed, here and in every backup that is restored. Orders, commission and payouts
          stay in the books under the number {user.id}. Store credit that is left is lost.
        </p>
      </Notice>
    </SurnameDialog>
  );
}
