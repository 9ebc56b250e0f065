import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import { Alert, Button, Skeleton, VisuallyHidden } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { correlationId, errorMessage } from "../api/error-message.ts";
import { createStore } from "../session/store.ts";
import toastClasses from "./toast.module.css";

const tones = {
  info: { color: "aga", Icon: IconInfoCircle },
  good: { color: "fynbos", Icon: IconCircleCheck },
  warning: { color: "amber", Icon: IconAlertTriangle },
  bad: { color: "protea", Icon: IconExclamationCircle },
} as const;

/** A message that stays on the page. Errors are announced by screen readers at once. */
export function Notice(props: {
  tone: keyof typeof tones;
  title?: string;
  onClose?: () => void;
  children?: ReactNode;
}) {
  const { color, Icon } = tones[props.tone];
  return (
    <Alert
      variant="light"
      color={color}
      p="sm"
      title={props.title}
      icon={<Icon size={20} stroke={1.8} aria-hidden="true" />}
      role={props.tone === "bad" ? "alert" : "note"}
      withCloseButton={props.onClose !== undefined}
      closeButtonLabel="Close"
      onClose={() => props.onClose?.()}
    >
      {props.children}
    </Alert>
  );
}

/** Why loading failed, with a retry button and the id in the server's log. */
export function Failure(props: {
  what: string;
  error: unknown;
  onRetry: () => void;
  /** In place of `errorMessage`. */
  words?: string;
}) {
  const id = correlationId(props.error);
  return (
    <Notice tone="bad" title={`We could not load ${props.what}.`}>
      <p>{props.words ?? errorMessage(props.error)}</p>
      {id && <p>If you contact us about this, quote reference {id}.</p>}
      <Button mt="xs" variant="default" onClick={props.onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

/**
 * Grey lines while `what` loads, or cards in a row. They take up their space from the start, so that the layout does not
 * shift.
 */
export function Loading(props: {
  what: string;
  lines?: number;
  height?: number;
  areCards?: boolean;
}) {
  const isLate = useAfterDelay();
  const height = props.height ?? 44;
  return (
    <div
      role="status"
      className={props.areCards ? "swipe" : undefined}
      style={props.areCards ? { overflow: "hidden" } : { display: "grid", gap: 12 }}
    >
      <VisuallyHidden>{isLate ? `Loading ${props.what}` : ""}</VisuallyHidden>
      {Array.from({ length: props.lines ?? 3 }, (_, line) => (
        <Skeleton key={line} height={height} radius="sm" visible={isLate} animate={isLate}>
          <div style={{ height }} />
        </Skeleton>
      ))}
    </div>
  );
}

/** The data of a query; a placeholder until there is some, or why loading failed with a retry button. */
export function Loaded<Data>(props: {
  query: Readonly<{ data: Data | undefined; error: unknown; refetch: () => unknown }>;
  /** Names the data in both messages: "the order". */
  what: string;
  lines?: number;
  height?: number;
  areCards?: boolean;
  children: (data: Data) => ReactNode;
}) {
  const { query, children, ...loading } = props;
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Loading {...loading} />;
  return <Failure what={props.what} error={query.error} onRetry={() => void query.refetch()} />;
}

/** Why a command failed, in words; nothing while there is no error. */
export function ErrorNotice(props: {
  error: unknown;
  /** In place of `errorMessage`. */
  words?: ((error: unknown) => string) | undefined;
}) {
  const { error, words = errorMessage } = props;
  if (!error) return null;
  return (
    <Notice tone="bad">
      <p>{words(error)}</p>
    </Notice>
  );
}

/** No placeholder is shown before: a flash of grey makes fast loading feel slower. */
const delayMs = 150;

export function useAfterDelay(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

type Toast = Readonly<{ text: string; tone: "good" | "bad" }>;

const shownMs = 4000;

const shown = createStore<string | null>(() => null, null);
let timer: ReturnType<typeof setTimeout> | undefined;
let present: (toast: Toast) => void = showInRegion;

/** Confirms an action for a moment; the page itself always shows the result as well. */
export function showToast(text: string, tone: Toast["tone"] = "good"): void {
  present({ text, tone });
}

/** Says why something failed where the page has no place for it, or closes that place at the same moment. */
export function showFailureToast(error: unknown): void {
  showToast(errorMessage(error), "bad");
}

/** Replaces the way toasts are shown, as the office's frame does. @returns undoes it */
export function presentToastsWith(show: (toast: Toast) => void): () => void {
  present = show;
  return () => {
    present = showInRegion;
  };
}

function showInRegion({ text }: Toast): void {
  clearTimeout(timer);
  shown.set(text);
  timer = setTimeout(() => shown.set(null), shownMs);
}

/** The live region for toasts. It is always rendered: screen readers announce only changes of an existing region. */
export function Toasts() {
  const text = shown.useValue();
  return (
    <div className={toastClasses.region} role="status">
      {text && <p className={`${toastClasses.toast} on-ink`}>{text}</p>}
    </div>
  );
}
