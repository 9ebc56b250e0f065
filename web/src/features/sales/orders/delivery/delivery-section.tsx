import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { collectionInWords, deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../../api/api.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { DayText } from "../../../../ui/days.tsx";
import { DialogButton } from "../../../../ui/dialog-button.tsx";
import { type Fact, Facts, StatusText } from "../../../../ui/facts.tsx";
import { Failure, Loaded, Notice } from "../../../../ui/feedback.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";
import { ShipmentStatus } from "../parcel-status.tsx";
import {
  BookCollectionForm,
  CancelShipmentDialog,
  PostingDialog,
  UkQuoteButton,
  UpdateQuoteForm,
} from "./shipment-forms.tsx";

export type OrderDelivery = ApiOutputs["courier"]["forOrder"];

export const deliveryHeadingId = "order-delivery";

/** The delivery of one order, and the next steps of the office. */
export function DeliverySection(props: { uuid: string; isPaid: boolean; isOpen: boolean }) {
  const delivery = api.courier.forOrder.useQuery({ uuid: props.uuid });
  return (
    <Stack component="section" gap="sm" aria-labelledby={deliveryHeadingId}>
      <Title order={3} id={deliveryHeadingId} tabIndex={-1}>
        Delivery
      </Title>
      <Loaded what="the delivery" query={delivery} lines={2}>
        {(loaded) => (
          <>
            <DeliveryFacts delivery={loaded} />
            <SurplusShipments uuid={props.uuid} surplus={loaded.surplus} />
            {props.isOpen && <NextSteps {...props} delivery={loaded} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** After a booking without an answer, the courier may have made both that one and the next. */
function SurplusShipments({ uuid, surplus }: { uuid: string; surplus: readonly string[] }) {
  return surplus.map((tracking) => (
    <Notice key={tracking} tone="warning">
      <Stack gap="xs" align="flex-start">
        <Text>
          The courier has a second shipment of one parcel, {tracking}. Cancel it before the courier
          collects it.
        </Text>
        <DialogButton
          variant="default"
          label={`Cancel shipment ${tracking}`}
          dialog={(close) => (
            <CancelShipmentDialog uuid={uuid} surplus={tracking} onClose={close} />
          )}
        />
      </Stack>
    </Notice>
  ));
}

function NextSteps(props: { uuid: string; isPaid: boolean; delivery: OrderDelivery }) {
  const { uuid, isPaid, delivery } = props;
  if (delivery.isShipped && delivery.goesByCourier)
    return (
      <Group gap="xs">
        <Waybills uuid={uuid} />
        {delivery.isCancellable && (
          <DialogButton
            variant="default"
            label="Cancel shipment"
            dialog={(close) => <CancelShipmentDialog uuid={uuid} onClose={close} />}
          />
        )}
      </Group>
    );
  if (delivery.isPosted) {
    const former = delivery.shipments.flatMap(({ trackingReference }) => trackingReference ?? []);
    return (
      <Group gap="xs">
        <DialogButton
          variant="default"
          label="Correct tracking number"
          dialog={(close) => (
            <PostingDialog
              uuid={uuid}
              parcels={former.length}
              former={former}
              refund={null}
              onClose={close}
            />
          )}
        />
      </Group>
    );
  }
  if (delivery.region === "uk" && delivery.quote === null && !delivery.isShipped)
    return <UkQuoteButton uuid={uuid} />;
  if (!delivery.goesByCourier) return null;
  return (
    <>
      <UpdateQuoteForm
        uuid={uuid}
        service={delivery.quote?.service ?? delivery.service}
        currency={delivery.currency}
      />
      {delivery.quote && <BookCollectionForm uuid={uuid} />}
      {delivery.quote && !isPaid && (
        <Text size="sm" c="dimmed">
          You can book a shipment once the order is paid.
        </Text>
      )}
    </>
  );
}

function DeliveryFacts({ delivery }: { delivery: OrderDelivery }) {
  const { service, collection, collectionAt } = delivery;
  return (
    <Facts
      facts={[
        { name: "Service", value: deliveryName(service) },
        collection && { name: "Collection", value: collectionInWords(collection) },
        ...quoteFacts(delivery),
        collectionAt && {
          name: "Collection booked",
          value: <DayText value={collectionAt} withTime />,
        },
        ...parcelFacts(delivery.shipments),
      ]}
    />
  );
}

function quoteFacts({
  quote,
  quotedAt,
  isToBeQuoted,
  isQuoteStale,
  currency,
}: OrderDelivery): Fact[] {
  const expired = <StatusText tone="waiting">Quote expired</StatusText>;
  if (isToBeQuoted) return [{ name: "Courier’s quote", value: expired }];
  if (!quote || !quotedAt) return [];
  return [
    { name: "Courier’s quote", value: <MoneyText minor={quote.rate} currency={currency} /> },
    {
      name: "Quoted",
      value: (
        <>
          <DayText value={quotedAt} /> {isQuoteStale && expired}
        </>
      ),
    },
  ];
}

function parcelFacts(shipments: OrderDelivery["shipments"]): Fact[] {
  return shipments.map(({ section, trackingReference, state, seenAt }) => ({
    name: shipments.length > 1 ? `Tracking, parcel ${section}` : "Tracking",
    value:
      trackingReference === null ? (
        <StatusText tone="waiting">Not confirmed by courier</StatusText>
      ) : (
        <>
          {trackingReference}{" "}
          <CopyButton value={trackingReference} what={`tracking ${trackingReference}`} />{" "}
          {state && <ShipmentStatus state={state} seenAt={seenAt} />}
        </>
      ),
  }));
}

/** The courier's link is short-lived, so it is requested on demand. */
function Waybills(props: { uuid: string }) {
  const [isWanted, setWanted] = useState(false);
  const waybills = api.courier.waybillUrl.useQuery(
    { uuid: props.uuid },
    { enabled: isWanted, retry: false, staleTime: 0, gcTime: 0 },
  );
  if (waybills.error)
    return (
      <Failure what="the waybill" error={waybills.error} onRetry={() => void waybills.refetch()} />
    );
  if (!waybills.data)
    return (
      <Button variant="default" loading={waybills.isFetching} onClick={() => setWanted(true)}>
        Get waybill
      </Button>
    );
  return (
    <Stack component="ul" gap="xs" m={0} p={0}>
      {waybills.data.map(({ trackingReference, url }) => (
        <li key={trackingReference}>
          <a href={url} target="_blank" rel="noreferrer">
            Open waybill {trackingReference}
          </a>
        </li>
      ))}
    </Stack>
  );
}
