import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useSession } from "../../../session/session.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { ListedPayout } from "./payouts-screen.tsx";
import classes from "./payouts.module.css";

/** Above the limit somebody approves who does not pay; whoever approved does not pay either. */
export function SecondPerson(props: { payout: ListedPayout }) {
  const { payout } = props;
  const session = useSession();
  const myId = session.state === "signed-in" ? session.user.id : null;
  const utils = api.useUtils();
  const approve = api.payouts.approve.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.payouts.list.invalidate(), utils.payouts.log.invalidate()]);
      showToast("Approved");
    },
  });
  if (!payout.needsSecondPerson) return null;
  const isMine = payout.approvals.some(({ by }) => by === myId);
  const others = payout.approvals.filter(({ by }) => by !== myId);
  const isReady = others.length > 0 || payout.approvals.some(({ isSettled }) => isSettled);

  return (
    <section aria-labelledby="second-person">
      <h3 id="second-person" className={classes.heading}>
        Second person
      </h3>
      <Notice
        tone={isReady ? "good" : "warning"}
        title={
          isReady
            ? "Approved: you can pay it"
            : isMine
              ? "You approved it: somebody else pays it"
              : "Somebody else has to approve it before you can pay it"
        }
      >
        {payout.approvals.map(({ by, name, at }) => (
          <p key={by}>
            {name}, <DayText value={at} withTime />
          </p>
        ))}
      </Notice>
      {approve.error && (
        <Notice tone="bad">
          <p>{errorMessage(approve.error)}</p>
        </Notice>
      )}
      {!isMine && (
        <p className={classes.reveal}>
          <span className={classes.note}>
            Whoever approves it cannot pay it, unless another admin confirms it under Decisions.
          </span>
          <Button
            variant="default"
            loading={approve.isPending}
            onClick={() => approve.mutate({ id: payout.id })}
          >
            Approve
          </Button>
        </p>
      )}
    </section>
  );
}
