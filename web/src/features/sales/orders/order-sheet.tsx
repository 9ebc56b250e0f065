import { Box, Button, Menu, Stack, Tabs, Text, TextInput, Title } from "@mantine/core";
import { eftPrefix, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { wrongNumber } from "@portal/shared/platform/editing.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { type ComponentProps, useState } from "react";
import { daySchema } from "@portal/shared/platform/day-schema.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { knownPaymentsOf } from "../../../api/error-message.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { calendarDay, DayText, today } from "../../../ui/days.tsx";
import { leaveWork } from "../../../session/unsaved-work.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderDocuments } from "./order-documents.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { SecondPaymentDialog } from "../payments/second-payment-dialog.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { MoneyInput } from "../../../ui/number-inputs.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import { deliveryHeadingId, DeliverySection } from "./delivery/delivery-section.tsx";
import { CreateShipment } from "./delivery/shipment-forms.tsx";
import { TakenBackNotice, takenBackSeen } from "./delivery/taken-back.tsx";
import { ExplanationDialog } from "./explanation/explanation-dialog.tsx";
import {
  moneyFacts,
  officeFacts,
  OrderGoods,
  OrderStates,
  type OrderDetail,
} from "./order-detail-parts.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { ReassignDialog } from "./reassign-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Neighbours = NonNullable<ComponentProps<typeof Sheet>["neighbours"]>;

/** One order beside the list: its figures, its next step, and the rest in tabs. */
export function OrderSheet(props: { uuid: string; neighbours?: Neighbours; onClose: () => void }) {
  const order = api.orders.detail.useQuery({ uuid: props.uuid });
  const [tab, setTab] = useTab();
  return (
    <Sheet
      title={order.data ? `Order ${order.data.orderNumber}` : "Order"}
      states={order.data && <OrderStates order={order.data} />}
      {...(props.neighbours && { neighbours: props.neighbours })}
      foot={
        order.data && (
          <NextStep
            order={order.data}
            onMoney={() => setTab("money")}
            onTrack={() => {
              setTab("goods");
              // The tab is rendered before the next frame.
              requestAnimationFrame(() => document.getElementById(deliveryHeadingId)?.focus());
            }}
          />
        )
      }
      onClose={props.onClose}
    >
      <Loaded what="the order" query={order} lines={6}>
        {(detail) => <OrderTabs order={detail} tab={tab} onTab={setTab} />}
      </Loaded>
    </Sheet>
  );
}

const tabs = ["goods", "money", "history"] as const;
type Tab = (typeof tabs)[number];

/** Older links name it `tab`, which a saved view of a list keeps: other lists are in a tab of their page. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [params, change] = useUrlParams();
  const named = params.get("part") ?? params.get("tab");
  return [
    tabs.find((known) => known === named) ?? "goods",
    (tab) => leaveWork(() => change({ part: tab === "goods" ? null : tab, tab: null })),
  ];
}

function OrderTabs(props: { order: OrderDetail; tab: Tab; onTab: (tab: Tab) => void }) {
  const { order, tab, onTab } = props;
  return (
    <>
      {order.isOut && order.state === "placed" && (
        <Notice tone="bad" title="Sent, but not paid">
          Its payment was undone. Ask the buyer to pay, or cancel it once you have the goods back.
        </Notice>
      )}
      {order.excess > 0 && (
        <Notice tone="warning" title="This order is overpaid">
          Refund the difference to the buyer.
        </Notice>
      )}
      <div>
        <Text fz={30} fw={650} lh={1.1}>
          <MoneyText minor={order.total} currency={order.currency} />
        </Text>
        <Text size="sm" c="dimmed">
          {order.units === 1 ? "1 unit" : `${order.units} units`} · placed{" "}
          <DayText value={order.placedAt} withTime />
        </Text>
      </div>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => onTab(tabs.find((known) => known === value) ?? "goods")}
      >
        <Box className="sideways">
          <Tabs.List style={{ flexWrap: "nowrap", minWidth: "max-content" }}>
            <Tabs.Tab value="goods">Goods and delivery</Tabs.Tab>
            <Tabs.Tab value="money">Money</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
        </Box>
        <Tabs.Panel value="goods" pt="md">
          <Stack>
            <OrderGoods order={order} />
            {order.live && (
              <DeliverySection
                uuid={order.uuid}
                isPaid={order.state === "paid" || order.state === "partly-refunded"}
                isOpen={order.state !== "cancelled" && order.state !== "refunded"}
              />
            )}
            <Facts facts={officeFacts(order)} />
            <OrderDocuments order={order} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="money" pt="md">
          <Stack>
            <Facts amounts facts={moneyFacts(order)} />
            <OrderPayments order={order} />
            {order.paidAt !== null && (
              <DialogButton
                label="How the commission was calculated"
                variant="default"
                dialog={(close) => (
                  <ExplanationDialog
                    uuid={order.uuid}
                    orderNumber={order.orderNumber}
                    onClose={close}
                  />
                )}
              />
            )}
            {order.state === "placed" && <RecordEftForm order={order} />}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <OrderTimeline order={order} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The next step of an order, with the other possible actions in a menu. */
function NextStep(props: { order: OrderDetail; onMoney: () => void; onTrack: () => void }) {
  const { order } = props;
  const [doing, setDoing] = useState<"refund" | "cancel" | "reassign" | "explain" | null>(null);
  const stop = () => setDoing(null);
  const isPaid = order.paidAt !== null;
  const canCancel = order.state !== "cancelled" && (!isPaid || order.left.amount === 0);
  const canRefund = order.left.amount > 0;
  const isToPack =
    order.sections.some((section) => section.deliveryService === selfCollectionService) &&
    !order.steps.some(({ type }) => type === "ReadyToCollect");
  const isShippable = order.live && (order.state === "paid" || order.state === "partly-refunded");

  return (
    <>
      <MoreMenu inFoot>
        {isPaid && <Menu.Item onClick={() => setDoing("explain")}>Explain commission</Menu.Item>}
        {order.state !== "cancelled" && (
          <Menu.Item onClick={() => setDoing("reassign")}>Reassign to another seller</Menu.Item>
        )}
        <Menu.Item component="a" href={`/orders/pay/${order.uuid}`}>
          Open the buyer’s order page
        </Menu.Item>
        {(canRefund || canCancel) && <Menu.Divider />}
        {canRefund && (
          <Menu.Item color="protea" onClick={() => setDoing("refund")}>
            Refund order
          </Menu.Item>
        )}
        {canCancel && (
          <Menu.Item color="protea" onClick={() => setDoing("cancel")}>
            Cancel order
          </Menu.Item>
        )}
      </MoreMenu>
      {order.excess > 0 && canRefund ? (
        <Button onClick={() => setDoing("refund")}>Refund difference</Button>
      ) : order.state === "placed" ? (
        <Button onClick={props.onMoney}>Record bank transfer</Button>
      ) : (
        isShippable && (
          <>
            {isToPack && <ReadyToCollect order={order} />}
            <CreateShipment uuid={order.uuid} onTrack={props.onTrack} />
          </>
        )
      )}
      {doing === "refund" && <RefundDialog order={order} onClose={stop} />}
      {doing === "cancel" && <CancelOrderDialog order={order} needsReason onClose={stop} />}
      {doing === "reassign" && (
        <ReassignDialog orders={[order]} onClose={stop} onReassigned={stop} />
      )}
      {doing === "explain" && (
        <ExplanationDialog uuid={order.uuid} orderNumber={order.orderNumber} onClose={stop} />
      )}
    </>
  );
}

/** Confirmed first, because it sends an email and an SMS to the collector. */
function ReadyToCollect({ order }: { order: OrderDetail }) {
  return (
    <DialogButton
      label="Ready to collect"
      dialog={(close) => <ReadyToCollectDialog order={order} onClose={close} />}
    />
  );
}

function ReadyToCollectDialog(props: { order: OrderDetail; onClose: () => void }) {
  const { order, onClose } = props;
  const { uuid, takenBack, currency } = order;
  const ready = useCommand(api.orders.readyToCollect, {
    done: "Ready to collect.",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Is this order ready to collect?"
      confirmLabel="Send email and SMS"
      isBusy={ready.isPending}
      error={ready.error}
      onConfirm={() => ready.send({ uuid, ...takenBackSeen(takenBack) })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <TakenBackNotice takenBack={takenBack} currency={currency} />
        <span>We’ll tell the buyer that it is packed, with our address and hours.</span>
      </Stack>
    </ConfirmDialog>
  );
}

/** A payment as typed from a bank statement; the server checks the rest. */
const typedEftSchema = z.object({
  amount: z.int(wrongNumber).check(z.positive(wrongNumber)),
  reference: z.string().check(z.trim(), z.minLength(1, "Required"), z.maxLength(200)),
  receivedOn: daySchema,
});

function RecordEftForm(props: { order: OrderDetail }) {
  const { order } = props;
  // A bank dates a payment where the order was placed, which may be another day than the office's.
  const [day] = useState(() => today(order.timeZone));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "eft",
    schema: typedEftSchema,
    initialValues: {
      amount: outstanding(order),
      reference: `${eftPrefix}${order.orderNumber}`,
      receivedOn: day,
    },
  });
  const record = useCommand(api.orders.recordEft, {
    done: ({ proposalId }) => doneWords(proposalId, "Payment recorded."),
    form: { showErrors },
    onDone: () => form.resetDirty(),
  });
  const known = knownPaymentsOf(record.error);
  const sendWith = (knownPayments: number | undefined) =>
    onSubmit((payment) =>
      record.send({
        ...payment,
        uuid: order.uuid,
        ...(knownPayments !== undefined && { knownPayments }),
      }),
    );

  return (
    <Stack>
      <Title order={3} id="record-eft">
        Record bank transfer
      </Title>
      <FormPage
        labelledBy="record-eft"
        onSubmit={sendWith(undefined)}
        submitLabel="Record payment"
        buttons="wide"
        isDirty={form.isDirty()}
        isBusy={record.isPending}
        summary={summary}
        failure={known ? null : record.error}
      >
        {known && (
          <SecondPaymentDialog
            known={known}
            isBusy={record.isPending}
            onConfirm={sendWith(known.payments.length)}
            onCancel={record.reset}
          />
        )}
        <MoneyInput
          label="Amount"
          required
          currency={order.currency}
          {...form.getInputProps("amount")}
        />
        <TextInput label="Bank reference" required {...form.getInputProps("reference")} />
        <DayField
          label="Date on bank statement"
          required
          min={calendarDay(order.placedAt, order.timeZone)}
          max={day}
          {...form.getInputProps("receivedOn")}
        />
      </FormPage>
    </Stack>
  );
}
