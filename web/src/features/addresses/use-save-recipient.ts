import type { Recipient as Sent } from "@portal/shared/addresses.ts";
import { api } from "../../api/api.ts";
import { guestId } from "../../session/guest-id.ts";
import { showToast } from "../../ui/toast.tsx";

/** Keeps a recipient in one's own address book; a changed one gets another id. */
export function useSaveRecipient(
  addressId: number | null,
  onSaved: (addressId: number) => void,
): (recipient: Sent) => Promise<void> {
  const utils = api.useUtils();
  const save = api.addresses.save.useMutation();
  return async (recipient) => {
    const { id } = await save.mutateAsync({
      ...recipient,
      uniqueId: guestId(),
      ...(addressId !== null && { id: addressId }),
    });
    await utils.addresses.list.invalidate();
    showToast("Saved!");
    onSaved(id);
  };
}
