import { Button } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { isOfFields, reasonOf } from "../../../api/error-message.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { DayText } from "../../../ui/days.tsx";
import { ErrorNotice, Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";

/** Opened by the link in an email about a decision: whoever holds it may decline, signed in or not. */
export function DeclineScreen() {
  const token = useLinkSecret();
  const decision = api.proposals.byLink.useMutation();
  const { mutate } = decision;
  useEffect(() => mutate({ token }), [mutate, token]);
  const decline = api.proposals.declineByLink.useMutation();
  const { data, error } = decision;

  if (decline.isSuccess)
    return (
      <Narrow title="Declined">
        <p className="plain">
          Nothing has changed. Everyone who was told of it is told of this too.
        </p>
      </Narrow>
    );
  if (isEnded(error) || isEnded(decline.error) || data?.isDeclinable === false)
    return (
      <Narrow title="There is nothing left to decline">
        <p className="plain">
          The change was decided already, or this link is not complete. If something happened that
          should not have, speak to another admin or to the person who runs the shop’s server.
        </p>
      </Narrow>
    );
  if (!data)
    return (
      <Narrow title="Decline a change">
        {error ? (
          <Failure what="the change" error={error} onRetry={() => mutate({ token })} />
        ) : (
          <Loading what="the change" lines={3} />
        )}
      </Narrow>
    );
  return (
    <Narrow title="Decline this change?">
      <p>
        {data.proposedByName} proposed {data.what}, <DayText value={data.proposedAt} withTime />.
      </p>
      <p className="plain">If you decline, nothing changes. It can be proposed again.</p>
      <ErrorNotice error={decline.error} />
      <Button loading={decline.isPending} onClick={() => decline.mutate({ token })}>
        Decline
      </Button>
    </Narrow>
  );
}

function isEnded(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason === "proposal.link-ended" || reason === "proposal.settled" || isOfFields(error);
}

function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page">
      <PageHeading title={title} />
      {children}
      <p>
        <Link href="/">Go to the shop</Link>
      </p>
    </div>
  );
}
