import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./recipient-card.module.css";
import { RecipientMenu } from "./recipient-menu.tsx";
import { type Recipient, recipientName } from "./recipient-text.tsx";

const DeleteRecipientDialog = lazy(async () => ({
  default: (await import("./delete-recipient-dialog.tsx")).DeleteRecipientDialog,
}));

/** A recipient with its menu at the corner; what goes wrong with it is said below it. */
export function RecipientCard(props: {
  recipient: Recipient;
  isOnly: boolean;
  onEdit: () => void;
  children: ReactNode;
}) {
  const { recipient } = props;
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = () => {
    setFailure(null);
    setAsking(true);
  };

  return (
    <div className={classes.card}>
      {props.children}
      <div className={classes.menu}>
        <RecipientMenu
          name={recipientName(recipient)}
          onEdit={props.onEdit}
          onDelete={props.isOnly ? null : ask}
        />
      </div>
      {recipient.needsUpdate && (
        <div className={classes.below}>
          <Notice tone="warning" title="Update Address">
            <p>
              Our courier moved to a new system, so the street address must be captured again before
              anything can go there.
            </p>
            <Button variant="default" className={classes.update ?? ""} onClick={props.onEdit}>
              Update Address
            </Button>
          </Notice>
        </div>
      )}
      {failure !== null && (
        <div className={classes.below}>
          <Notice tone="bad">
            <p>{errorMessage(failure)}</p>
          </Notice>
        </div>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteRecipientDialog
            recipient={recipient}
            onClose={() => setAsking(false)}
            onFailed={setFailure}
          />
        </Suspense>
      )}
    </div>
  );
}
