import { useEffect } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { changeDraft } from "./draft-store.ts";
import { withKnownAddresses } from "./order-draft.ts";

/**
 * The draft follows a recipient that was changed, and lets go of one that was deleted or that has to be
 * captured again, wherever that was done.
 */
export function useKnownRecipients(): void {
  const { data, isFetching } = api.addresses.list.useQuery({ uniqueId: guestId() });
  useEffect(() => {
    // What is known from before may lack whoever was added a moment ago.
    if (!data || isFetching) return;
    const usable = data.filter(({ needsUpdate }) => !needsUpdate);
    changeDraft((draft) => withKnownAddresses(draft, usable));
  }, [data, isFetching]);
}
