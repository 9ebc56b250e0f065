import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { errorMessage } from "../api/error-message.ts";
import { afterLayers, ownsBack } from "./back-layers.ts";
import { Notice } from "./feedback.tsx";
import { ModalDialog } from "./modal-dialog.tsx";

/**
 * Asks before something that cannot be taken back: names the thing and the effect, and starts on Cancel.
 */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: unknown;
  /** What is said of it; without it, what is said of such an error anywhere. */
  errorWords?: (error: unknown) => string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <ModalDialog title={props.title} shape="question" onClose={props.onCancel}>
      <Stack>
        <div>{props.children}</div>
        {Boolean(props.error) && (
          <Notice tone="bad">{(props.errorWords ?? errorMessage)(props.error)}</Notice>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={props.onCancel}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            {...(props.isDangerous ? { color: "protea" } : {})}
            loading={props.isBusy ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </ModalDialog>
  );
}

/**
 * Asks before what was typed is lost: by a link of ours, by Back and Forward, by a reload, by closing the tab, and by
 * whatever closes a form through `leave`, which goes at once where nothing would be lost.
 *
 * @returns `leave`, and the question, to be shown on the page
 */
export function useUnsavedGuard(isDirty: boolean): {
  leave: (go: () => void) => void;
  question: ReactNode;
} {
  const [, navigate] = useLocation();
  const [go, setGo] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const askHere = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setGo(() => () => navigate(path));
    };
    window.addEventListener("beforeunload", askBrowser);
    // Before the link itself hears of it.
    document.addEventListener("click", askHere, { capture: true });
    const releaseBack = holdBack((goOn) => setGo(() => goOn));
    return () => {
      window.removeEventListener("beforeunload", askBrowser);
      document.removeEventListener("click", askHere, { capture: true });
      releaseBack();
    };
  }, [isDirty, navigate]);

  const leave = (whereTo: () => void) => (isDirty ? setGo(() => whereTo) : whereTo());
  const question = go && (
    <ConfirmDialog
      title="Lose any unsaved changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      isDangerous
      onConfirm={() => {
        setGo(null);
        // Not from the entry of this question, which goes with it.
        afterLayers(go);
      }}
      onCancel={() => setGo(null)}
    >
      You have unsaved changes.
    </ConfirmDialog>
  );
  return { leave, question };
}

/**
 * Holds Back and Forward where the browser lets a page do so, which it does once for each thing that a
 * person did on it: nobody can be kept on a page for ever. Browsers from before 2026 (Firefox until 146, Safari
 * until 26.1) know no such thing; there Back alone asks nothing, because an entry of our own in the history would
 * have everybody press Back twice.
 */
function holdBack(ask: (goOn: () => void) => void): () => void {
  if (!("navigation" in window)) return () => {};
  const { navigation } = window;
  let isLeaving = false;
  const hold = (event: NavigateEvent) => {
    // In a dialog or a sheet, Back closes that, and is asked about there.
    if (ownsBack()) return;
    if (event.navigationType !== "traverse" || !event.cancelable || isLeaving) return;
    event.preventDefault();
    const { key } = event.destination;
    ask(() => {
      isLeaving = true;
      navigation.traverseTo(key);
    });
  };
  navigation.addEventListener("navigate", hold);
  return () => navigation.removeEventListener("navigate", hold);
}

/** Where a click leads within the portal and away from this page; null for any other. */
function pathOfClick(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!isPlain || !link || link.target === "_blank" || link.origin !== window.location.origin)
    return null;
  const { pathname, search } = link;
  return pathname === window.location.pathname ? null : pathname + search;
}
