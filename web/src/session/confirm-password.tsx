import { lazy, Suspense, useSyncExternalStore } from "react";

const ConfirmPasswordDialog = lazy(async () => ({
  default: (await import("./confirm-password-dialog.tsx")).ConfirmPasswordDialog,
}));

/**
 * Asks for the password again before a change that a stranger at an open screen must not make. It
 * stands once in the client; `confirmedLink` opens it and repeats what was refused.
 */
export function ConfirmPassword() {
  const isAsked = useIsPasswordAsked();
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog
        onConfirmed={() => answerPasswordQuestion(true)}
        onCancel={() => answerPasswordQuestion(false)}
      />
    </Suspense>
  );
}

/** One answer for all who wait: two changes that were refused together ask once. */
let asked: { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void } | null = null;
const watchers = new Set<() => void>();

/** Opens the dialog. @returns whether the password was typed and is right. */
export function askForPassword(): Promise<boolean> {
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked = { promise, answer: resolve };
    tellWatchers();
  }
  return asked.promise;
}

function answerPasswordQuestion(isConfirmed: boolean): void {
  asked?.answer(isConfirmed);
  asked = null;
  tellWatchers();
}

function useIsPasswordAsked(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    () => asked !== null,
    () => false,
  );
}

function tellWatchers(): void {
  for (const onChange of watchers) onChange();
}
