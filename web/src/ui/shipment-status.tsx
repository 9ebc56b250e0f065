import type { TrackingState } from "@portal/shared/sales/delivery/delivery.ts";
import { DayText } from "./day-text.tsx";
import { StatusText, type Tone } from "./status-text.tsx";

const words: Readonly<Record<TrackingState, { text: string; tone: Tone }>> = {
  booked: { text: "Waiting for the courier", tone: "waiting" },
  "on-its-way": { text: "On its way", tone: "waiting" },
  "out-for-delivery": { text: "Out for delivery", tone: "waiting" },
  problem: { text: "The courier could not deliver it", tone: "bad" },
  delivered: { text: "Delivered", tone: "good" },
  cancelled: { text: "Taken back", tone: "neutral" },
};

/** Where a parcel is, and when the courier saw it last. */
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
