import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import { OfflineDialog } from "./offline-dialog.tsx";
import type { SavedAddress } from "./summary-step.tsx";
import type { Quoted } from "./use-quote.ts";

/** Why the order was not placed, and what to do where nobody answered. */
export function NotPlaced(props: {
  error: unknown;
  sections: Quoted["sections"];
  addresses: readonly (SavedAddress | undefined)[];
}) {
  if (props.error === null) return null;
  return (
    <>
      <Notice tone="bad" title="The order was not placed">
        <p>{errorMessage(props.error)}</p>
        <p>Everything is kept. Trying again cannot order twice.</p>
      </Notice>
      <OfflineDialog {...props} />
    </>
  );
}
