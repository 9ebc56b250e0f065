import { useSyncExternalStore } from "react";

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

export function answerPasswordQuestion(isConfirmed: boolean): void {
  asked?.answer(isConfirmed);
  asked = null;
  tellWatchers();
}

export function useIsPasswordAsked(): boolean {
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
