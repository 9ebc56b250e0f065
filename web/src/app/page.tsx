import { Button } from "@mantine/core";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import { Component, type ReactNode, Suspense } from "react";
import { Link, useLocation } from "wouter";
import type { Session } from "../session/session.tsx";
import { Failure, Loading } from "../ui/feedback.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./shop-frame.module.css";

/** A page inside its frame, which stays while code loads and when a page fails. Each path is a new page. */
export function Page(props: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path}>{props.children}</Boundary>;
}

/** Suspense and error boundary; around a frame, which stays from page to page, it has no key. */
export function Boundary(props: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary path={path}>
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

/** Width and margins of a page of text. */
export function PageColumn(props: { children: ReactNode }) {
  return <div className={`${classes.column} page`}>{props.children}</div>;
}

/** While `auth.me` loads, or where it failed. */
export function UnknownSession(props: { session: Extract<Session, { state: "unknown" }> }) {
  const { error, retry } = props.session;
  return (
    <PageColumn>
      {error ? (
        <Failure what="your account" error={error} onRetry={retry} />
      ) : (
        <Loading what="your account" />
      )}
    </PageColumn>
  );
}

type Props = { path: string; children: ReactNode };
type State = { path: string; hasFailed: boolean };

/** Another path is another try. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PageColumn>
        <PageHeading title="Something went wrong" />
        <div role="alert">
          <p>
            We could not show this page. Reload it to try again.
            {!isOfficePath(this.props.path) && " Your unsent order is saved on this device."}
          </p>
          <p>
            If this keeps happening, <Link href="/contact-us">contact us</Link>.
          </p>
        </div>
        <p className="row">
          <Button onClick={() => window.location.reload()}>Reload page</Button>
          <Link href="/">Go to the shop</Link>
        </p>
      </PageColumn>
    );
  }
}
