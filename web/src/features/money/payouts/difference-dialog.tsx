import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import classes from "./payouts.module.css";

type Correction = ApiOutputs["payouts"]["planRequests"]["corrections"][number];

/** Before and after side by side, and what will be written: only then is anything saved. */
export function DifferenceDialog(props: {
  edit: Readonly<{ userId: number; before: string; text: string }>;
  corrections: readonly Correction[];
  onClose: () => void;
}) {
  const { edit, corrections } = props;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const save = api.payouts.saveRequests.useMutation({
    onSuccess: async ({ proposalIds: [proposalId = null] }) => {
      await utils.payouts.invalidate();
      showDone(proposalId, "Saved!");
      props.onClose();
    },
  });
  return (
    <Dialog title="What will change" shape="wide" onClose={props.onClose}>
      <div className={classes.form}>
        {save.error && (
          <Notice tone="bad">
            <p>{errorMessage(save.error)}</p>
          </Notice>
        )}
        <ol className={classes.lines}>
          {corrections.map((correction) => (
            <li key={JSON.stringify(correction)}>
              <CorrectionText correction={correction} />
            </li>
          ))}
        </ol>
        <div className={classes.compare}>
          <Side title="Now" text={edit.before} other={edit.text} />
          <Side title="As edited" text={edit.text} other={edit.before} />
        </div>
        <div className={classes.actions}>
          <Button
            loading={save.isPending}
            onClick={() => save.mutate({ ...edit, commandId: commandIdFor(edit) })}
          >
            Save
          </Button>
          <Button variant="default" data-autofocus onClick={props.onClose}>
            Go on editing
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function CorrectionText(props: { correction: Correction }) {
  const { correction } = props;
  const settings = api.settings.public.useQuery(undefined, { staleTime: 5 * 60_000 });
  const currency = settings.data?.currency;
  if (!currency) return null;
  const money = (minor: number) => formatMoney(minor, currency);
  switch (correction.what) {
    case "reject":
      return correction.reason === null
        ? "The open request is cleared."
        : `The open request is rejected: ${correction.reason}`;
    case "request":
      return `A new request of ${money(correction.requested)} is made (commission ${money(correction.commission)}, less credit ${money(correction.credit)}).`;
    case "grant-credit":
      return `${money(correction.amount)} of store credit is granted: ${correction.reason}`;
  }
}

/** Lines that the other side has not are marked, with a sign as well as a colour. */
function Side(props: { title: string; text: string; other: string }) {
  const others = new Set(props.other.split("\n"));
  return (
    <section aria-label={props.title}>
      <h3 className={classes.heading}>{props.title}</h3>
      <pre className={classes.code} tabIndex={0}>
        {props.text.split("\n").map((line, at) => (
          <span key={at} data-changed={!others.has(line) || undefined} className={classes.codeLine}>
            {others.has(line) ? "  " : "• "}
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </section>
  );
}
