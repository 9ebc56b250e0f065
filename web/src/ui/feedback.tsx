import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import { Alert, Button, Skeleton, VisuallyHidden } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from "@tabler/icons-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { correlationId, errorMessage } from "../api/error-message.ts";
import toastClasses from "./toast.module.css";

const tones = {
  info: { color: "aga", Icon: IconInfoCircle },
  good: { color: "fynbos", Icon: IconCircleCheck },
  warning: { color: "amber", Icon: IconAlertTriangle },
  bad: { color: "protea", Icon: IconExclamationCircle },
} as const;

/** A sentence that stays on the page, in its place. What went wrong is read out at once. */
export function Notice(props: { tone: keyof typeof tones; title?: string; children?: ReactNode }) {
  const { color, Icon } = tones[props.tone];
  return (
    <Alert
      variant="light"
      color={color}
      p="sm"
      title={props.title}
      icon={<Icon size={20} stroke={1.8} aria-hidden="true" />}
      role={props.tone === "bad" ? "alert" : "note"}
    >
      {props.children}
    </Alert>
  );
}

/** What failed in words, a way to try again, and the number under which the log has it. */
export function Failure(props: {
  what: string;
  error: unknown;
  onRetry?: () => void;
  /** In place of what is said of such an error anywhere. */
  words?: string;
}) {
  const id = correlationId(props.error);
  return (
    <Notice tone="bad" title={`We could not load ${props.what}.`}>
      <p>{props.words ?? errorMessage(props.error)}</p>
      {id && <p>If you contact us about this, quote reference {id}.</p>}
      {props.onRetry && (
        <Button mt="xs" variant="default" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

/** Grey lines in the final size while `what` loads; it keeps its place from the start. */
export function Loading(props: { what: string; lines?: number; height?: number }) {
  const isLate = useAfterDelay();
  const height = props.height ?? 44;
  return (
    <div role="status" style={{ display: "grid", gap: 12 }}>
      <VisuallyHidden>{isLate ? `Loading ${props.what}` : ""}</VisuallyHidden>
      {Array.from({ length: props.lines ?? 3 }, (_, line) => (
        <Skeleton key={line} height={height} radius="sm" visible={isLate} animate={isLate}>
          <div style={{ height }} />
        </Skeleton>
      ))}
    </div>
  );
}

/** What loads within this time shows nothing at all first: a flash of grey would only make it feel slower. */
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

let shown: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
let present: (toast: Toast) => void = showInRegion;

/** Confirms in passing what the page itself shows as well: a toast is never the only record. */
export function showToast(text: string, tone: Toast["tone"] = "good"): void {
  present({ text, tone });
}

/** Shows toasts in another way, until the answer is called: the frame of the office has one of its own. */
export function presentToastsWith(show: (toast: Toast) => void): () => void {
  present = show;
  return () => {
    present = showInRegion;
  };
}

function showInRegion({ text }: Toast): void {
  clearTimeout(timer);
  set(text);
  timer = setTimeout(() => set(null), shownMs);
}

/** The live region of the shop, there from the start so that it is read out. */
export function Toasts() {
  const text = useSyncExternalStore(
    watch,
    () => shown,
    () => null,
  );
  return (
    <div className={toastClasses.region} role="status">
      {text && <p className={`${toastClasses.toast} on-ink`}>{text}</p>}
    </div>
  );
}

function set(text: string | null): void {
  shown = text;
  for (const onChange of watchers) onChange();
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
