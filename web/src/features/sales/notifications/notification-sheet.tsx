import { Button } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { NotificationState } from "@portal/shared/sales/notifications.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, StatusText, type Tone } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import classes from "./notifications.module.css";

type Notification = ApiOutputs["notifications"]["byId"];

const checkWords: Record<Notification["checks"][number]["check"], string> = {
  signature: "Signature",
  source: "Where it came from",
  merchant: "Merchant",
  order: "Order",
  amount: "Amount",
  confirmation: "Provider's own word",
};

/** One message as it came in, check by check, and the way to have it checked again. */
export function NotificationSheet(props: { id: number; onClose: () => void }) {
  const notification = api.notifications.byId.useQuery({ id: props.id });
  return (
    <Sheet title={`Notification ${props.id}`} onClose={props.onClose}>
      {notification.data ? (
        <Details notification={notification.data} />
      ) : notification.error ? (
        <Failure
          what="the notification"
          error={notification.error}
          onRetry={() => void notification.refetch()}
        />
      ) : (
        <Loading what="the notification" lines={6} />
      )}
    </Sheet>
  );
}

function Details(props: { notification: Notification }) {
  const { notification } = props;
  const order = notification.orderNumber;
  return (
    <div className={classes.sheet}>
      <Facts
        facts={[
          {
            name: "Status",
            value: (
              <StatusText tone={notificationTones[notification.state]}>
                {notificationWords[notification.state]}
              </StatusText>
            ),
          },
          { name: "Verdict", value: notification.reason ?? "passed every check" },
          { name: "Received", value: <DayText value={notification.receivedAt} /> },
          { name: "Order", value: order === null ? "none of ours" : `${eftPrefix}${order}` },
          { name: "Sent from", value: notification.peerIp },
          ...(notification.copyOf === null
            ? []
            : [{ name: "Same as", value: `notification ${notification.copyOf}` }]),
        ]}
      />
      <Checks checks={notification.checks} />
      <section aria-labelledby="fields">
        <h3 id="fields" className={classes.heading}>
          What came in
        </h3>
        {notification.fields.length > 0 ? (
          <Facts facts={notification.fields.map(({ name, value }) => ({ name, value }))} />
        ) : (
          <pre className={classes.raw}>{notification.raw}</pre>
        )}
      </section>
      {notification.state !== "applied" && <Replay id={notification.id} />}
    </div>
  );
}

function Checks(props: { checks: Notification["checks"] }) {
  if (props.checks.length === 0) return null;
  return (
    <section aria-labelledby="checks">
      <h3 id="checks" className={classes.heading}>
        Checks
      </h3>
      <Facts
        facts={props.checks.map(({ check, passed, reason }) => ({
          name: checkWords[check],
          value: (
            <StatusText tone={passed ? "good" : "bad"}>
              {passed ? "Passed" : (reason ?? "Failed")}
            </StatusText>
          ),
        }))}
      />
    </section>
  );
}

function Replay(props: { id: number }) {
  const utils = api.useUtils();
  const replay = api.notifications.replay.useMutation({
    onSuccess: async ({ state }) => {
      await utils.notifications.invalidate();
      showToast(`Checked again: ${notificationWords[state].toLowerCase()}`);
    },
  });
  return (
    <div className={classes.replay}>
      <p className={classes.hint}>
        After a setting was put right, every check can be made again. A payment that is recorded is
        never recorded twice.
      </p>
      {replay.error && (
        <Notice tone="bad">
          <p>{errorMessage(replay.error)}</p>
        </Notice>
      )}
      <Button
        variant="default"
        loading={replay.isPending}
        onClick={() => replay.mutate({ id: props.id })}
      >
        Check it again
      </Button>
    </div>
  );
}

export const notificationWords: Record<NotificationState, string> = {
  received: "Waiting",
  applied: "Applied",
  rejected: "Rejected",
  parked: "Parked",
  noted: "Noted",
};
export const notificationTones: Record<NotificationState, Tone> = {
  received: "waiting",
  applied: "good",
  rejected: "bad",
  parked: "waiting",
  noted: "neutral",
};
