import { useEffect, useRef, useState } from "react";
import { Redirect } from "wouter";
import { api } from "../../../api/api.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { handOverUrl, safeReturnPath, signInPath } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";

import { AccountPage } from "./account-page.tsx";

/**
 * Single sign-on for shop and office on unrelated hosts, which share no cookie: the office's page requests a hand-over (1),
 * the shop's page, with a signed-in user, issues a code that only the requesting browser can use (2), and the office's page
 * redeems it (3).
 */
export function HandOverScreen() {
  const code = useLinkSecret();
  // Read once: removing the secret from the address bar removes the query string too.
  const [query] = useState(() => new URLSearchParams(window.location.search));
  const to = safeReturnPath(query.get("to")) ?? "/";
  const told = query.get("for");
  const session = useSession();
  if (session.state === "unknown")
    return <Waiting what="your account" error={session.error} onRetry={session.retry} />;
  if (code !== "") return <RedeemCode code={code} to={to} />;
  // A sign-in that lacks the second step is carried along too: the passkey may work there only.
  const user = session.state === "guest" ? session.waiting : session.user;
  if (!user)
    return told === null ? (
      <RequestHandOver to={to} />
    ) : (
      <Redirect to={signInPath(handOverUrl("", to, told))} replace />
    );
  return told === null ? (
    <Redirect to={to} replace />
  ) : (
    <IssueCode office={user.office.url} told={told} to={to} />
  );
}

function RequestHandOver(props: { to: string }) {
  const shopUrl = useShopSettings()?.shopUrl;
  const request = api.auth.askForHandOver.useMutation({
    onSuccess: ({ told }) => leaveFor(handOverUrl(shopUrl ?? "", props.to, told)),
  });
  useOnce(() => request.mutate(), shopUrl !== undefined);
  return <Waiting error={request.error} onRetry={() => request.mutate()} />;
}

function IssueCode(props: { office: string; told: string; to: string }) {
  const { office, told, to } = props;
  const issue = api.auth.handOver.useMutation({
    onSuccess: ({ code }) => leaveFor(`${handOverUrl(office, to)}#${code}`),
  });
  useOnce(() => issue.mutate({ told }));
  return <Waiting error={issue.error} onRetry={() => issue.mutate({ told })} />;
}

function RedeemCode(props: { code: string; to: string }) {
  const { code, to } = props;
  const redeem = api.auth.takeHandOver.useMutation({
    // A full load, because everything on this page was read as a guest.
    onSuccess: () => leaveFor(to),
    // The code has expired or was used: signing in leads to the same page.
    onError: () => leaveFor(signInPath(to)),
  });
  useOnce(() => redeem.mutate({ code }));
  return <Waiting />;
}

/** Replaces the history entry, so that Back skips these pages, which have nothing to show. */
function leaveFor(address: string): void {
  window.location.replace(address);
}

/** Runs `act` once as soon as it is ready; React runs effects twice in development. */
function useOnce(act: () => void, isReady = true): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isReady) return;
    isDone.current = true;
    act();
  });
}

function Waiting({
  what = "the office portal",
  error,
  onRetry,
}: {
  /** What could not be loaded. */
  what?: string;
  error?: unknown;
  onRetry?: () => void;
}) {
  return (
    <AccountPage title="Signing you in">
      {error && onRetry ? (
        <Failure what={what} error={error} onRetry={onRetry} />
      ) : (
        <Loading what="the office portal" lines={2} />
      )}
    </AccountPage>
  );
}
