import { Button, Code, Select, Stack, Text, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import {
  type HandledAs,
  handledAs,
  handleNotificationSchema,
  type NotificationState,
} from "@portal/shared/sales/notifications.ts";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, StatusText, type Tone } from "../../../ui/facts.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { ErrorNotice, Loaded } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Notification = ApiOutputs["notifications"]["byId"];

const checkWords: Record<Notification["checks"][number]["check"], string> = {
  signature: "Signature",
  source: "Sender address",
  merchant: "Merchant",
  order: "Order",
  amount: "Amount",
  confirmation: "Provider confirmation",
};

/** A notification as received, with the result of each check, and a way to run the checks again. */
export function NotificationSheet(props: { id: number; onClose: () => void }) {
  const notification = api.notifications.byId.useQuery({ id: props.id });
  return (
    <Sheet title={`Notification ${props.id}`} onClose={props.onClose}>
      <Loaded what="the notification" query={notification} lines={6}>
        {(loaded) => <Details notification={loaded} />}
      </Loaded>
    </Sheet>
  );
}

function Details(props: { notification: Notification }) {
  const { notification } = props;
  const order = notification.orderNumber;
  return (
    <Stack gap="lg">
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
          { name: "Result", value: notification.reason ?? "All checks passed" },
          { name: "Received", value: <DayText value={notification.receivedAt} withTime /> },
          { name: "Order", value: order === null ? "No matching order" : `${eftPrefix}${order}` },
          notification.amount !== null && {
            name: "Amount",
            value: <MoneyText minor={notification.amount} currency={notification.currency} />,
          },
          notification.handledAs !== null && {
            name: "Settled",
            value: handledWords[notification.handledAs],
          },
          { name: "Sent from", value: notification.peerIp },
          notification.copies > 0 && { name: "Times received", value: notification.copies + 1 },
          notification.copyOf !== null && {
            name: "Duplicate of",
            value: `notification ${notification.copyOf}`,
          },
        ]}
      />
      <Checks checks={notification.checks} />
      <section aria-labelledby="fields">
        <Title order={3} id="fields" mb={4}>
          Data received
        </Title>
        {notification.fields.length > 0 ? (
          <Facts facts={notification.fields.map(({ name, value }) => ({ name, value }))} />
        ) : (
          <Code block>{notification.raw}</Code>
        )}
      </section>
      {isFromNewAddress(notification) && <AcceptAddress id={notification.id} />}
      {notification.state !== "applied" && <Replay id={notification.id} />}
      {notification.needsSomebody && notification.state !== "received" && (
        <Settle id={notification.id} />
      )}
    </Stack>
  );
}

function Checks(props: { checks: Notification["checks"] }) {
  if (props.checks.length === 0) return null;
  return (
    <section aria-labelledby="checks">
      <Title order={3} id="checks" mb={4}>
        Checks
      </Title>
      <Facts
        facts={props.checks.map(({ check, passed, reason }) => ({
          name: checkWords[check],
          value: (
            <StatusText tone={passed ? "good" : "bad"}>
              {reason ?? (passed ? "Passed" : "Failed")}
            </StatusText>
          ),
        }))}
      />
    </section>
  );
}

/** All other checks passed, the provider's own confirmation among them. */
function isFromNewAddress({ state, checks }: Notification): boolean {
  const failed = checks.filter(({ passed }) => !passed);
  const isConfirmed = checks.some(({ check, passed }) => check === "confirmation" && passed);
  return state === "parked" && isConfirmed && failed.length === 1 && failed[0]?.check === "source";
}

function AcceptAddress(props: { id: number }) {
  const replay = useReplay();
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        The card provider confirms this payment. It only came from an address that we do not know.
      </Text>
      <ErrorNotice error={replay.error} />
      <Button
        loading={replay.isPending}
        onClick={() => replay.send({ id: props.id, acceptsAddress: true })}
      >
        Accept the address
      </Button>
    </Stack>
  );
}

function useReplay() {
  return useCommand(api.notifications.replay, {
    repeatable: true,
    done: ({ state }) => `Checked again: ${notificationWords[state].toLowerCase()}`,
  });
}

function Replay(props: { id: number }) {
  const replay = useReplay();
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        After fixing a setting you can run the checks again. A payment is never recorded twice.
      </Text>
      <ErrorNotice error={replay.error} />
      <Button
        variant="default"
        loading={replay.isPending}
        onClick={() => replay.send({ id: props.id })}
      >
        Check again
      </Button>
    </Stack>
  );
}

const handledWords: Record<HandledAs, string> = {
  recorded: "Recorded on an order by the office",
  refunded: "Refunded at the card provider",
  "not-ours": "Not a payment to this shop",
};

/** For money that no notification can record any more: what the office did with it. */
function Settle(props: { id: number }) {
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "settle",
    schema: z.pick(handleNotificationSchema, { as: true }),
    initialValues: { as: "" },
  });
  const handle = useCommand(api.notifications.handle, {
    repeatable: true,
    done: "Notification settled.",
    form: { showErrors },
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ as }) => handle.send({ id: props.id, as }))}
      submitLabel="Settle notification"
      buttons="quiet"
      gap="sm"
      isDirty={form.isDirty()}
      isBusy={handle.isPending}
      failure={handle.error}
    >
      <Text size="sm" c="dimmed">
        If checking again does not help, find the payment at the card provider. Record it on its
        order as a bank transfer, or refund it at the provider. Then settle the notification here.
      </Text>
      <Select
        label="What became of the money"
        data={handledAs.map((value) => ({ value, label: handledWords[value] }))}
        required
        {...form.getInputProps("as")}
      />
    </FormPage>
  );
}

export const notificationWords: Record<NotificationState, string> = {
  received: "Waiting",
  applied: "Applied",
  rejected: "Rejected",
  parked: "Unresolved",
  noted: "No action needed",
};
export const notificationTones: Record<NotificationState, Tone> = {
  received: "waiting",
  applied: "good",
  rejected: "bad",
  parked: "waiting",
  noted: "neutral",
};
