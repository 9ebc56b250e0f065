import { useState } from "react";
import { agoWords } from "./ago.ts";
import { formatInstant } from "./day.ts";

/** How long ago something was, with the day and the time of it for whoever points at it. */
export function AgoText(props: { value: string }) {
  const [now] = useState(() => new Date());
  return (
    <time
      dateTime={props.value}
      title={formatInstant(props.value)}
      style={{ whiteSpace: "nowrap" }}
    >
      {agoWords(props.value, now)}
    </time>
  );
}
