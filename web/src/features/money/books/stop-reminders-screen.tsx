import { Button } from "@mantine/core";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { isOfFields } from "../../../api/error-message.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Opened by the link in a payment reminder. A button is needed: mail scanners open links. */
export function StopRemindersScreen() {
  const token = useLinkSecret();
  const stop = useCommand(api.owed.stopReminders, { repeatable: true });
  const isCut = token === "" || isOfFields(stop.error);
  return (
    <div className="page">
      <PageHeading
        title={
          stop.data
            ? "Payment reminders stopped"
            : isCut
              ? "This link is not complete"
              : "Stop payment reminders?"
        }
      />
      {stop.data ? (
        <p className="plain">
          We’ll send no more payment reminders to this email address. Your orders stay as they are,
          and you still get emails about them.
        </p>
      ) : isCut ? (
        <p className="plain">
          Open it again from the email, or reply to the email and we’ll stop the reminders.
        </p>
      ) : (
        <>
          <p className="plain">
            You’ll get no more reminders of unpaid orders at the email address that this link was
            sent to. You can still pay your orders.
          </p>
          <ErrorNotice error={stop.error} />
          <Button loading={stop.isPending} onClick={() => stop.send({ token })}>
            Stop payment reminders
          </Button>
        </>
      )}
      <p>
        <Link href="/">Go to the shop</Link>
      </p>
    </div>
  );
}
