import { Button } from "@mantine/core";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ProfileCard } from "./profile-card.tsx";
import classes from "./profile-screen.module.css";

type OwnSession = ApiOutputs["auth"]["sessions"][number];

/** Each place with the way to sign out there: for a phone that was lost or lent. */
export function SessionsCard() {
  const sessions = api.auth.sessions.useQuery();
  const utils = api.useUtils();
  const onSuccess = async () => {
    showToast("Done!");
    await utils.auth.sessions.invalidate();
  };
  const endOne = api.auth.endSession.useMutation({ onSuccess });
  const endOthers = api.auth.endOtherSessions.useMutation({ onSuccess });
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? [];
  const error = endOne.error ?? endOthers.error;

  return (
    <ProfileCard
      title="Where you are signed in"
      action={
        others.length > 0 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && (
        <Notice tone="bad">
          <p>{errorMessage(error)}</p>
        </Notice>
      )}
      {sessions.data ? (
        <ul className={classes.rows}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.handle}
              session={session}
              isEnding={endOne.isPending && endOne.variables.handle === session.handle}
              onEnd={() => endOne.mutate({ handle: session.handle })}
            />
          ))}
        </ul>
      ) : sessions.error ? (
        <Failure
          what="where you are signed in"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Loading what="where you are signed in" lines={2} height={48} />
      )}
    </ProfileCard>
  );
}

function SessionRow(props: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { session } = props;
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <p>{session.device}</p>
        <p className={classes.hint}>
          Last used <DayText value={session.lastSeenAt} withTime />
        </p>
      </div>
      {session.isThisOne ? (
        <StatusText tone="good">This device</StatusText>
      ) : (
        <Button
          variant="default"
          aria-label={`Sign out on ${session.device}`}
          loading={props.isEnding}
          onClick={props.onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
