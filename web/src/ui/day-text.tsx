import { formatDay, formatInstant } from "./day.ts";

/** A day as a person reads it; an instant also tells its time to whoever asks for it. */
export function DayText(props: { value: string; withTime?: boolean }) {
  const text = props.withTime ? formatInstant(props.value) : formatDay(props.value);
  const title = props.value.includes("T") ? formatInstant(props.value) : undefined;
  return (
    <time dateTime={props.value} title={title} style={{ whiteSpace: "nowrap" }}>
      {text}
    </time>
  );
}
