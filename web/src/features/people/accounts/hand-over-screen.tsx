import { type ReactNode, useEffect, useRef, useState } from "react";
import { Redirect } from "wouter";
import { api } from "../../../api/api.ts";
import { handOverUrl, safeReturnPath, signInPath, useLinkSecret } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";

/**
 * One sign-in for shop and office on unrelated hosts, which share no cookie. The office's page asks (1), the shop's, where
 * somebody is signed in, gives a code that only the asking browser can use (2), and the office's takes it (3).
 */
export function HandOverScreen() {
  const code = useLinkSecret();
  // The secret leaves the address bar at once, and the rest with it.
  const [asked] = useState(() => new URLSearchParams(window.location.search));
  const to = safeReturnPath(asked.get("to")) ?? "/";
  const told = asked.get("for");
  const session = useSession();
  if (session.state === "unknown")
    return session.error ? (
      <Page>
        <Failure what="your account" error={session.error} onRetry={session.retry} />
      </Page>
    ) : (
      <Waiting />
    );
  if (code !== "") return <Take code={code} to={to} />;
  if (session.state === "guest")
    return told === null ? (
      <Ask to={to} />
    ) : (
      <Redirect to={signInPath(handOverUrl("", to, told))} replace />
    );
  return told === null ? (
    <Redirect to={to} replace />
  ) : (
    <Give office={session.user.office.url} told={told} to={to} />
  );
}

function Ask(props: { to: string }) {
  const shopUrl = useShopSettings()?.shopUrl;
  const ask = api.auth.askForHandOver.useMutation({
    onSuccess: ({ told }) => leaveFor(handOverUrl(shopUrl ?? "", props.to, told)),
  });
  useOnce(() => ask.mutate(), shopUrl !== undefined);
  return <Waiting error={ask.error} onRetry={() => ask.mutate()} />;
}

function Give(props: { office: string; told: string; to: string }) {
  const { office, told, to } = props;
  const give = api.auth.handOver.useMutation({
    onSuccess: ({ code }) => leaveFor(`${handOverUrl(office, to)}#${code}`),
  });
  useOnce(() => give.mutate({ told }));
  return <Waiting error={give.error} onRetry={() => give.mutate({ told })} />;
}

function Take(props: { code: string; to: string }) {
  const { code, to } = props;
  const take = api.auth.takeHandOver.useMutation({
    // All that this page holds was read as nobody.
    onSuccess: () => leaveFor(to),
    // A code that came too late, or twice: signing in leads there as well.
    onError: () => leaveFor(signInPath(to)),
  });
  useOnce(() => take.mutate({ code }));
  return <Waiting />;
}

/** Back leads past these pages, which have nothing to show. */
function leaveFor(address: string): void {
  window.location.replace(address);
}

/** Each step is taken once, and React runs an effect twice in development. */
function useOnce(act: () => void, isReady = true): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isReady) return;
    isDone.current = true;
    act();
  });
}

function Waiting(props: { error?: unknown; onRetry?: () => void }) {
  return (
    <Page>
      {props.error && props.onRetry ? (
        <Failure what="the office portal" error={props.error} onRetry={props.onRetry} />
      ) : (
        <Loading what="the office portal" lines={2} />
      )}
    </Page>
  );
}

function Page(props: { children: ReactNode }) {
  return (
    <AccountPage>
      <PageHeading title="Signing you in" />
      {props.children}
    </AccountPage>
  );
}
