import { Notice } from "../../../ui/notice.tsx";

/** A count that is this far behind says so: more than a busy minute. */
const behindMax = 1000;

export function CountNote(props: { behind: number }) {
  if (props.behind <= behindMax) return null;
  return (
    <Notice tone="info" title="The latest sales are still being counted">
      <p>They are in the report within minutes.</p>
    </Notice>
  );
}
