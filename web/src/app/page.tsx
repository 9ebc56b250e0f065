import { Button } from "@mantine/core";
import { Component, type ReactNode, Suspense } from "react";
import { Link, useLocation } from "wouter";
import { isOfficePath } from "../session/paths.ts";
import { Loading } from "../ui/feedback.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./shop-frame.module.css";

/** A page whose code is still on its way keeps the frame around it; one that breaks says so in it. */
export function Page(props: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path} isShop={!isOfficePath(path)}>
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

/** The width and the margins of a page that is mostly words. */
export function PageColumn(props: { children: ReactNode }) {
  return <div className={`${classes.column} page`}>{props.children}</div>;
}

type State = { hasFailed: boolean };

/** A page that breaks, or whose code could not be fetched, must not take the frame with it. */
class ErrorBoundary extends Component<{ isShop: boolean; children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <PageColumn>
        <PageHeading title="Something went wrong" />
        <div role="alert">
          <p>
            We could not show this page. Reload it to try again.
            {this.props.isShop && " Your unsent order is saved on this device."}
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

export function NotFoundScreen() {
  return (
    <PageColumn>
      <PageHeading title="Page not found" />
      <p>
        If you typed the address, check that it is correct. If you followed a link, it may be out of
        date.
      </p>
      <p className="row">
        <Link href="/">Go to the shop</Link>
        <Link href="/contact-us">Contact us</Link>
      </p>
    </PageColumn>
  );
}
