import { focusManager } from "@tanstack/react-query";
import type { ApiOutputs } from "../api/api.ts";
import { openQuestion } from "./question.ts";
import { createStore } from "./store.ts";
import { hasUnsavedWork } from "./unsaved-work.ts";

type Me = ApiOutputs["auth"]["me"];
type User = NonNullable<Me>;

/** The person whose session has ended while this page had unsaved work: the page stays, covered, until they sign in again. */
type Ended = Readonly<{
  user: User;
  /** Whether the same person has signed in again. */
  promise: Promise<boolean>;
  answer: (isBack: boolean) => void;
}>;

const store = createStore<Ended | null>(() => null, null);
/** Whom this page shows; null also once they sign out themselves. */
let shown: User | null = null;

/** Whether the last session ended by itself, so that the sign-in page says why it asks. */
const lapsed = createStore<boolean>(() => false, false);

export const useHasLapsed = lapsed.useValue;
export const useEndedSession = store.useValue;
export const endedSession = store.get;

/**
 * Called with each answer about who is signed in, before a page shows it.
 *
 * @returns whether the page goes on showing the person before, covered
 */
export function staysCovered(me: Me): boolean {
  if (me && !me.lacks) {
    shown = me;
    lapsed.set(false);
    uncover(me.id === store.get()?.user.id);
    return false;
  }
  if (coverPage()) return true;
  lapsePage();
  return false;
}

/** Covers the page where it has unsaved work. @returns whether the same person has signed in again; null where there is none */
export function coverPage(): Promise<boolean> | null {
  const open = store.get();
  if (open) return open.promise;
  if (!shown || shown.impersonatedBy !== null || !hasUnsavedWork()) return null;
  const question = openQuestion();
  store.set({ user: shown, ...question });
  // Nothing is asked for in the name of a session that has ended.
  focusManager.setFocused(false);
  return question.promise;
}

/** The session has ended by itself, here or in another tab, and nothing of the page stays. */
export function lapsePage(): void {
  if (!shown) return;
  leavePage();
  lapsed.set(true);
}

/** The person signs out, here or in another tab, or leaves a covered page: nothing of theirs stays. */
export function leavePage(): void {
  shown = null;
  lapsed.set(false);
  uncover(false);
}

function uncover(isBack: boolean): void {
  const open = store.get();
  if (!open) return;
  store.set(null);
  focusManager.setFocused(undefined);
  open.answer(isBack);
}
