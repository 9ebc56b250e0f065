import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { errorMessage } from "../api/error-message.ts";
import { askBeforeLeaving, leaveUnasked, useUnsavedWork } from "../session/unsaved-work.ts";
import { afterLayers, ownsBack } from "./back-layers.ts";
import { Notice } from "./feedback.tsx";
import { ModalDialog } from "./modal-dialog.tsx";
import { OverlayGuards } from "./use-overlay.ts";

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: unknown;
  /** The text for the error, in place of `errorMessage`. */
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

const unsaved = {
  title: "Lose any unsaved changes?",
  words: "You have unsaved changes.",
  confirm: "Discard changes",
  stay: "Keep editing",
};

/**
 * Asks before unsaved changes are lost: by a link or any other step to another page, by Back and Forward, by a reload, by
 * closing the tab, by `leaveWork`, and by closing a form through `leave`, which does not ask while nothing has changed.
 *
 * @returns `leave`, and `question`, to be rendered by the page
 */
export function useUnsavedGuard(
  isDirty: boolean,
  asks: Readonly<{ title: string; words: string; confirm: string; stay: string }> = unsaved,
): {
  leave: (go: () => void) => void;
  question: ReactNode;
} {
  const [, navigate] = useLocation();
  const [go, setGo] = useState<(() => void) | null>(null);
  useUnsavedWork(isDirty);
  const around = useContext(OverlayGuards);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (whereTo: () => void) => setGo(() => whereTo);
    around?.add(ask);
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const askHere = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => navigate(path));
    };
    window.addEventListener("beforeunload", askBrowser);
    // Before the link's own handler.
    document.addEventListener("click", askHere, { capture: true });
    const releaseBack = holdBack(ask);
    const releaseSteps = askBeforeLeaving(ask);
    return () => {
      releaseSteps();
      around?.delete(ask);
      window.removeEventListener("beforeunload", askBrowser);
      document.removeEventListener("click", askHere, { capture: true });
      releaseBack();
    };
  }, [isDirty, navigate, around]);

  const leave = (whereTo: () => void) => (isDirty ? setGo(() => whereTo) : whereTo());
  const question = go && (
    <ConfirmDialog
      title={asks.title}
      confirmLabel={asks.confirm}
      cancelLabel={asks.stay}
      isDangerous
      onConfirm={() => {
        setGo(null);
        // The history entry of this question is removed first.
        afterLayers(() => leaveUnasked(go));
      }}
      onCancel={() => setGo(null)}
    >
      {asks.words}
    </ConfirmDialog>
  );
  return { leave, question };
}

/**
 * Intercepts Back and Forward with the Navigation API. Browsers allow it once per user activation, so that no page can trap
 * its user. Older browsers (Firefox until 146, Safari until 26.1) do not have it; there Back does not ask, because a history
 * entry for this would make every user press Back twice.
 */
function holdBack(ask: (goOn: () => void) => void): () => void {
  if (!("navigation" in window)) return () => {};
  const { navigation } = window;
  let isLeaving = false;
  const hold = (event: NavigateEvent) => {
    // Back closes an open dialog or sheet, which asks by itself.
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

/** The target of a click on a link to another page of the portal; null for any other click. */
function pathOfClick(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!isPlain || !link || link.target === "_blank" || link.origin !== window.location.origin)
    return null;
  const { pathname, search } = link;
  return pathname === window.location.pathname ? null : pathname + search;
}
