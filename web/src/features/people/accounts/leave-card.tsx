import { Button } from "@mantine/core";
import { useState } from "react";
import { useCommandId } from "../../../api/use-command-id.ts";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ProfileCard } from "./profile-card.tsx";

/** An admin stops being one. The last one cannot. */
export function LeaveCard(props: { userId: number }) {
  const [isAsking, setAsking] = useState(false);
  const withCommandId = useCommandId();
  // The session has ended: whatever this page shows belongs to it, and nothing is read again.
  const leave = api.users.leave.useMutation({ onSuccess: () => location.assign("/login") });
  return (
    <ProfileCard
      title="Leave the office"
      hint="You are signed out everywhere and can no longer sign in. The other admins are told. Two of them can make you an admin again."
      action={
        <Button variant="default" onClick={() => setAsking(true)}>
          Leave the office
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title="Leave the office?"
          confirmLabel="Leave the office"
          isDangerous
          isBusy={leave.isPending || leave.isSuccess}
          error={leave.error}
          onConfirm={() => leave.mutate(withCommandId({ id: props.userId }))}
          onCancel={() => setAsking(false)}
        >
          You stop being an admin immediately. What you proposed and no one decided ends.
        </ConfirmDialog>
      )}
    </ProfileCard>
  );
}
