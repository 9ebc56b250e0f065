import "../../../../theme/mantine-forms.ts";
import { Button, List, Stack, Text, TextInput } from "@mantine/core";
import {
  ownNumberEach,
  trackingReferenceSchema,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../../api/api.ts";
import { errorMessage } from "../../../../api/error-message.ts";
import { ErrorNotice, Notice } from "../../../../ui/feedback.tsx";
import { FormPage } from "../../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../../ui/form.tsx";
import { DialogActions, ModalDialog } from "../../../../ui/modal-dialog.tsx";
import { useEachCommand } from "../../../../ui/use-each-command.ts";

type Order = Readonly<{ uuid: string; orderNumber: number }>;
type DialogProps = { orders: readonly Order[]; onClose: () => void };

/** Books the courier for each selected order that is to be shipped, and tells the result of each by its number. */
export function BookShipmentsDialog(props: {
  orders: readonly (Order & Readonly<{ toShip: boolean }>)[];
  onClose: () => void;
}) {
  const { onClose } = props;
  // As they were when the dialog opened: the rows of the list change while their orders are shipped.
  const [orders] = useState(() =>
    props.orders
      .filter(({ toShip }) => toShip)
      .map(({ uuid, orderNumber }) => ({ uuid, orderNumber })),
  );
  const [others] = useState(props.orders.length - orders.length);
  const { mutateAsync } = api.courier.createShipment.useMutation();
  const run = useEachOrder<Order>(async ({ uuid }, commandId) => {
    const { trackingReferences } = await mutateAsync({ uuid, commandId });
    return `Booked, ${trackingReferences.join(", ")}`;
  });
  return (
    <ModalDialog
      title={orders.length === 0 ? "No shipments to book" : `Book ${shipments(orders.length)}?`}
      onClose={onClose}
    >
      <Stack>
        {orders.length > 0 && (
          <Text c="dimmed">
            The courier charges us for each booking. We’ll email the tracking number to each buyer.
          </Text>
        )}
        {others > 0 && (
          <Text>
            Not included: {ordersWords(others)} without payment, without a current quote, or not to
            be sent by courier.
          </Text>
        )}
        <Results orders={orders} run={run} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {run.results.size > 0 || orders.length === 0 ? "Close" : "Cancel"}
          </Button>
          {run.isToDo(orders) && (
            <Button loading={run.isRunning} onClick={() => void run.start(orders)}>
              {run.results.size > 0 ? "Try the others again" : "Book shipments"}
            </Button>
          )}
        </DialogActions>
      </Stack>
    </ModalDialog>
  );
}

/** Records the tracking numbers of selected orders that the office took to the post. Orders without numbers are left as they are. */
export function PostOrdersDialog({ orders, onClose }: DialogProps) {
  const deliveries = api.useQueries((t) =>
    orders.map(({ uuid }) => t.courier.forOrder({ uuid }, { staleTime: Infinity })),
  );
  const failed = deliveries.find(({ error }) => error !== null);
  const known = deliveries.flatMap(({ data }) => data ?? []);
  const isReady = known.length === orders.length;
  const parcels = orders.flatMap((order, at) =>
    Array.from({ length: known[at]?.parcelsToPost ?? 0 }, (_, nth) => ({ ...order, nth })),
  );
  return (
    <ModalDialog title={`Mark ${ordersWords(orders.length)} as sent`} onClose={onClose}>
      {isReady ? (
        <PostForm orders={orders} parcels={parcels} onClose={onClose} />
      ) : failed ? (
        <ErrorNotice error={failed.error} />
      ) : (
        <Text c="dimmed">Loading…</Text>
      )}
    </ModalDialog>
  );
}

type Parcel = Order & Readonly<{ nth: number }>;
type Posting = Order & Readonly<{ numbers: readonly string[] }>;
const numberSchema = z.union([z.literal(""), trackingReferenceSchema]);

function PostForm(props: DialogProps & { parcels: readonly Parcel[] }) {
  const { onClose } = props;
  const orders = props.orders.map(({ uuid, orderNumber }) => ({ uuid, orderNumber }));
  // As they were when the dialog opened: sent ones stay in it with their result.
  const [parcels] = useState(props.parcels);
  const { mutateAsync } = api.courier.recordPosting.useMutation();
  const run = useEachOrder<Posting>(async ({ uuid, numbers }, commandId) => {
    await mutateAsync({ uuid, commandId, trackingReferences: [...numbers], former: [] });
    return `Marked as sent, ${numbers.join(", ")}`;
  });
  const names = parcels.map(({ uuid, nth }) => `${uuid} ${nth}`);
  const { form, summary, onSubmit } = useCheckedForm({
    name: "post-orders",
    schema: z
      .object(Object.fromEntries(names.map((name) => [name, numberSchema] as const)))
      .check(
        ...orders.flatMap(({ uuid }) =>
          ownNumberEach(names.filter((name) => name.startsWith(`${uuid} `))),
        ),
      ),
    initialValues: Object.fromEntries(names.map((name) => [name, ""] as const)),
  });
  const send = onSubmit((typed) =>
    run.start(
      orders.flatMap((order) => {
        const numbers = parcels
          .filter(({ uuid }) => uuid === order.uuid)
          .map(({ uuid, nth }) => typed[`${uuid} ${nth}`] ?? "");
        return numbers.some((number) => number !== "") ? [{ ...order, numbers }] : [];
      }),
    ),
  );
  const left = orders.filter(({ uuid }) => !parcels.some((parcel) => parcel.uuid === uuid));
  const isToDo = run.isToDo(orders.filter((order) => !left.includes(order)));
  return (
    <FormPage
      onSubmit={send}
      submitLabel={isToDo ? "Mark as sent" : null}
      back={{ label: run.results.size > 0 ? "Close" : "Cancel", go: onClose }}
      buttons="dialog"
      isDirty={parcels.some(
        ({ uuid, nth }) => run.results.get(uuid)?.isDone !== true && form.isDirty(`${uuid} ${nth}`),
      )}
      isBusy={run.isRunning}
      summary={summary}
      failure={null}
    >
      <Text c="dimmed">
        We’ll email the tracking number to each buyer. Leave a field empty to leave its order as it
        is.
      </Text>
      {left.length > 0 && (
        <Text>
          Nothing to send for {left.length === 1 ? "order" : "orders"}{" "}
          {left.map(({ orderNumber }) => orderNumber).join(", ")}.
        </Text>
      )}
      {parcels.map(({ uuid, orderNumber, nth }) => (
        <TextInput
          key={`${uuid} ${nth}`}
          label={
            parcels.filter((parcel) => parcel.uuid === uuid).length > 1
              ? `Tracking number of order ${orderNumber}, parcel ${nth + 1}`
              : `Tracking number of order ${orderNumber}`
          }
          disabled={run.results.get(uuid)?.isDone === true}
          {...form.getInputProps(`${uuid} ${nth}`)}
        />
      ))}
      <Results orders={orders} run={run} />
    </FormPage>
  );
}

type Result = Readonly<{ words: string; isDone: boolean }>;
type Run = Readonly<{
  /** By the id of the order. */
  results: ReadonlyMap<string, Result>;
  isRunning: boolean;
}>;

/** One command for each order. An order that is done is skipped, whatever is pressed again. */
function useEachOrder<Task extends Order>(
  send: (task: Task, commandId: string) => Promise<string>,
) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const { start, isRunning } = useEachCommand(send, {
    onEach: (each) => {
      const words = each.isDone ? each.answer : errorMessage(each.error);
      const result = { words, isDone: each.isDone };
      setResults((before) => new Map([...before, [each.task.uuid, result]]));
    },
  });
  const isOpen = ({ uuid }: Order) => results.get(uuid)?.isDone !== true;
  return {
    results,
    isRunning,
    isToDo: (orders: readonly Order[]) => orders.some(isOpen),
    start: (tasks: readonly Task[]) => start(tasks.filter(isOpen)),
  };
}

function Results(props: { orders: readonly Order[]; run: Run }) {
  const { results, isRunning } = props.run;
  const told = props.orders.flatMap((order) => {
    const result = results.get(order.uuid);
    return result ? [{ ...order, ...result }] : [];
  });
  if (told.length === 0) return null;
  const undone = told.filter(({ isDone }) => !isDone).length;
  const title = isRunning
    ? `${told.length} of ${props.orders.length}`
    : undone === 0
      ? "All done"
      : `${undone} of ${told.length} could not be done`;
  return (
    <Notice tone={undone > 0 ? "bad" : isRunning ? "info" : "good"} title={title}>
      <List size="sm">
        {told.map(({ uuid, orderNumber, words }) => (
          <List.Item key={uuid}>
            Order {orderNumber}: {words}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

function shipments(count: number): string {
  return count === 1 ? "1 shipment" : `${count} shipments`;
}

function ordersWords(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
