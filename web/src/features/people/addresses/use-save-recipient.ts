import type { Recipient as Sent } from "@portal/shared/people/addresses.ts";
import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { guestId } from "../../../session/guest-id.ts";
import { showToast } from "../../../ui/toast.tsx";

/** Keeps a recipient in one's own address book; a changed one gets another id. */
export function useSaveRecipient(
  addressId: number | null,
  onSaved: (addressId: number) => void,
): (recipient: Sent) => Promise<void> {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const save = api.addresses.save.useMutation();
  return async (recipient) => {
    const request = { ...recipient, ...(addressId !== null && { id: addressId }) };
    const { id } = await save.mutateAsync({
      ...request,
      uniqueId: guestId(),
      commandId: commandIdFor(request),
    });
    await utils.addresses.list.invalidate();
    showToast("Saved!");
    onSaved(id);
  };
}
