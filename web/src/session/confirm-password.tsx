import { Suspense } from "react";
import { openQuestion } from "./question.ts";
import { createStore } from "./store.ts";
import { useLoadedWithWork } from "./unsaved-work.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const ConfirmPasswordDialog = lazyPart(
  async () => (await import("./confirm-password-dialog.tsx")).ConfirmPasswordDialog,
);

type Question = Readonly<ReturnType<typeof openQuestion>>;

/** One question for all callers: two changes that were refused together ask once. */
const store = createStore<Question | null>(() => null, null);

/**
 * Asks for the password again before a change that a stranger at an unlocked screen must not make. Rendered once in the
 * client; `confirmedLink` opens it and repeats the refused call.
 */
export function ConfirmPassword() {
  const question = store.useValue();
  useLoadedWithWork(ConfirmPasswordDialog.prepare);
  if (!question) return null;
  const answer = (isConfirmed: boolean) => close(question, isConfirmed);
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog onConfirmed={() => answer(true)} onCancel={() => answer(false)} />
    </Suspense>
  );
}

function close(question: Question, isConfirmed: boolean): void {
  question.answer(isConfirmed);
  // The dialog may close a second time, and another question be open by then.
  if (store.get() === question) store.set(null);
}

/** Opens the dialog. @returns whether the password was entered and accepted */
export function askForPassword(): Promise<boolean> {
  const open = store.get();
  if (open) return open.promise;
  const question = openQuestion();
  store.set(question);
  // Without its code the dialog stays away, and the change is refused as it was.
  ConfirmPasswordDialog.prepare().catch(() => close(question, false));
  return question.promise;
}
