import { Text } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { RecipientFormDialog } from "../../people/addresses/recipient-dialog.tsx";
import { useReadAgain } from "../../../api/read-again.ts";

const title = "Change the delivery address";

/** Lets the office correct the address of one section of an order; the buyer's address book stays as it is. */
export function OrderRecipientDialog(props: {
  uuid: string;
  /** Counted from 1. */
  section: number;
  onClose: () => void;
}) {
  const { uuid, section, onClose } = props;
  const readScreenAgain = useReadAgain();
  const withCommandId = useCommandId();
  const recipient = api.orders.recipient.useQuery(
    { uuid, section },
    // Never refetched while it is edited.
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  const correct = api.orders.correctRecipient.useMutation();

  const { data } = recipient;
  if (data)
    return (
      <RecipientFormDialog
        title={title}
        address={data}
        onClose={onClose}
        send={async (corrected) => {
          const { isQuotedAnew } = await correct.mutateAsync(
            withCommandId({ ...corrected, uuid, section, formerAddressId: data.id }),
          );
          showToast(isQuotedAnew ? "Saved! Asking the courier for a new price…" : "Saved!");
          onClose();
          await readScreenAgain();
        }}
      >
        <Text c="dimmed" mb="md">
          This changes the address for this order only, not the buyer’s address book. The price
          stays the same. We’ll email the buyer about the change.
        </Text>
      </RecipientFormDialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      {recipient.error ? (
        <Failure
          what="the address"
          error={recipient.error}
          onRetry={() => void recipient.refetch()}
        />
      ) : (
        <Loading what="the address" lines={3} />
      )}
    </Dialog>
  );
}
