import { useSyncExternalStore } from "react";
import { officeTimeZone, watchOfficeTimeZone } from "../office-time-zone.ts";
import { formatDay, formatInstant } from "./day.ts";

/** A day as a person reads it; an instant also tells its time to whoever asks for it. */
export function DayText(props: { value: string; withTime?: boolean }) {
  const zone = useSyncExternalStore(watchOfficeTimeZone, officeTimeZone, officeTimeZone);
  const text = props.withTime ? formatInstant(props.value, zone) : formatDay(props.value, zone);
  const title = props.value.includes("T") ? formatInstant(props.value, zone) : undefined;
  return (
    <time dateTime={props.value} title={title} style={{ whiteSpace: "nowrap" }}>
      {text}
    </time>
  );
}
