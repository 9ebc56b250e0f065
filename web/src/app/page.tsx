import { Button } from "@mantine/core";
import { Component, type ReactNode, Suspense } from "react";
import { Link, useLocation } from "wouter";
import { Loading, Notice } from "../ui/feedback.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./message-page.module.css";

/** A page whose code is still on its way keeps the frame around it; one that breaks says so in it. */
export function Page(props: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Suspense
        fallback={
          <PageColumn>
            <Loading what="the page" />
          </PageColumn>
        }
      >
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}

export function PageColumn(props: { children: ReactNode }) {
  return (
    <div style={{ maxWidth: 992, margin: "0 auto", padding: "32px 16px 72px" }}>
      {props.children}
    </div>
  );
}

type State = { hasFailed: boolean };

/** A page that breaks, or whose code could not be fetched, must not take the frame with it. */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={classes.page}>
        <PageHeading title="Something went wrong" />
        <Notice tone="bad" title="An error occurred">
          <p>This page could not be shown. What you entered is kept.</p>
          <Button mt="sm" variant="default" onClick={() => window.location.reload()}>
            Load it again
          </Button>
        </Notice>
      </div>
    );
  }
}

export function NotFoundScreen() {
  return (
    <div className={classes.page}>
      <PageHeading title="Page not found" heading="There is no page at this address" />
      <p>It may have moved, or the link may be missing its end.</p>
      <ul>
        <li>
          <Link href="/">Go to the shop</Link>
        </li>
        <li>
          <Link href="/login">Sign in to see your orders or your wallet</Link>
        </li>
      </ul>
    </div>
  );
}
