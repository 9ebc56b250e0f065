import { Button, List, Stack, Text } from "@mantine/core";
import { reminderObstacleWords } from "@portal/shared/money/payment-reminders.ts";
import { api, type ApiInputs, type ApiOutputs } from "../../../api/api.ts";
import { grouped } from "../../../digit-groups.ts";
import { ErrorNotice, Loaded, Notice } from "../../../ui/feedback.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";

export type RemindedOf = ApiInputs["owed"]["remindable"];
type Answer = ApiOutputs["owed"]["remind"];

/** Says how many reminders a press would send, and which orders get none and why; then what became of it. */
export function RemindDialog(props: {
  of: RemindedOf;
  onClose: () => void;
  /** Reminders were sent. */
  onSent: () => void;
}) {
  const { of, onClose } = props;
  // Asked for each dialog: what was true a minute ago is no answer.
  const asked = api.owed.remindable.useQuery(of, { gcTime: 0, staleTime: 0 });
  const remind = useCommand(api.owed.remind, { repeatable: true });
  const close = remind.data ? props.onSent : onClose;
  return (
    <ModalDialog title="Send payment reminders" onClose={close}>
      {remind.data ? (
        <Stack>
          <Notice
            tone={remind.data.reminders > 0 ? "good" : "warning"}
            title={
              remind.data.reminders > 0
                ? `We are sending ${remindersOf(remind.data.reminders)}`
                : "No reminder sent"
            }
          >
            Before we send a reminder, we check again that the order is unpaid.
          </Notice>
          <NotReminded answer={remind.data} />
          <DialogActions>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </Stack>
      ) : (
        <Loaded query={asked} what="the orders" lines={3}>
          {(answer) => (
            <Stack>
              <Text fw={600}>
                {answer.reminders > 0
                  ? `${countOf(answer.reminders, "buyer", "buyers")} will get an email.`
                  : "None of these orders can be reminded now."}
              </Text>
              {answer.reminders > 0 && (
                <Text size="sm" c="dimmed">
                  It says what is due and how to pay, and has a link to stop reminders. An order and
                  an email address get one reminder a day at most.
                </Text>
              )}
              <NotReminded answer={answer} />
              <ErrorNotice error={remind.error} />
              <DialogActions>
                <Button variant="default" onClick={close}>
                  {answer.reminders > 0 ? "Cancel" : "Close"}
                </Button>
                {answer.reminders > 0 && (
                  <Button loading={remind.isPending} onClick={() => remind.send(of)}>
                    Send {remindersOf(answer.reminders)}
                  </Button>
                )}
              </DialogActions>
            </Stack>
          )}
        </Loaded>
      )}
    </ModalDialog>
  );
}

function NotReminded({ answer: { skipped, leftOver } }: { answer: Answer }) {
  if (skipped.length === 0 && leftOver === 0) return null;
  const count = skipped.reduce((sum, { orders }) => sum + orders, 0) + leftOver;
  return (
    <Notice tone="warning" title={`${countOf(count, "order gets", "orders get")} no reminder`}>
      <List size="sm">
        {skipped.map(({ reason, orders, orderNumbers }) => (
          <List.Item key={reason}>
            {reminderObstacleWords[reason]}: {namedOrders(orders, orderNumbers)}
          </List.Item>
        ))}
        {leftOver > 0 && (
          <List.Item>
            Left over: {countOf(leftOver, "order", "orders")}. Send again for the next ones.
          </List.Item>
        )}
      </List>
    </Notice>
  );
}

/** "10421, 10422 and 7 more"; the number alone where none is known. */
function namedOrders(orders: number, named: readonly number[]): string {
  if (named.length === 0) return countOf(orders, "order", "orders");
  const more = orders - named.length;
  return named.join(", ") + (more > 0 ? ` and ${grouped(more)} more` : "");
}

const remindersOf = (count: number) => countOf(count, "reminder", "reminders");

function countOf(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
