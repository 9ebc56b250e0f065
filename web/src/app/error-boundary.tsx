import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { Notice } from "../ui/notice.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./message-page.module.css";

type State = { hasFailed: boolean };

/** A page that breaks, or whose code could not be fetched, must not take the frame with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
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
