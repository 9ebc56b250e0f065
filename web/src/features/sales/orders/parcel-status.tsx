import type { TrackingState } from "@portal/shared/sales/delivery/delivery.ts";
import type { ReactNode } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { StatusText, type Tone } from "../../../ui/facts.tsx";

/** The courier's state of a parcel. */
export function trackingWords(state: TrackingState): string {
  return words[state].text;
}

/** `short` where the text is too long for a column. */
const words: Readonly<Record<TrackingState, { text: string; short?: string; tone: Tone }>> = {
  booked: { text: "Waiting for the courier", short: "Booked", tone: "under-way" },
  "on-its-way": { text: "On its way", tone: "under-way" },
  "out-for-delivery": { text: "Out for delivery", tone: "under-way" },
  problem: { text: "The courier could not deliver it", short: "Problem", tone: "bad" },
  delivered: { text: "Delivered", tone: "good" },
  cancelled: { text: "Cancelled", tone: "neutral" },
};

type Listed = ApiOutputs["orders"]["list"]["rows"][number];

/** The delivery state of an order, or what has to be done for it; nothing before it is paid. */
export function parcelStatus({
  toBeQuoted,
  toShip,
  collected,
  parcel,
}: Pick<Listed, "toBeQuoted" | "toShip" | "collected" | "parcel">): ReactNode {
  if (toBeQuoted) return <StatusText tone="waiting">Quote expired</StatusText>;
  if (toShip) return <StatusText tone="waiting">To ship</StatusText>;
  if (parcel !== null) {
    const { text, short = text, tone } = words[parcel];
    return <StatusText tone={tone}>{short}</StatusText>;
  }
  return collected ? <StatusText tone="neutral">Collection</StatusText> : null;
}

/** The state of a parcel, with the time of the courier's last scan. */
export function ShipmentStatus(props: { state: TrackingState; seenAt: string | null }) {
  const { text, tone } = words[props.state];
  return (
    <>
      <StatusText tone={tone}>{text}</StatusText>
      {props.seenAt && (
        <>
          , <DayText value={props.seenAt} withTime />
        </>
      )}
    </>
  );
}
