import { Suspense } from "react";
import { openQuestion } from "./question.ts";
import { createStore } from "./store.ts";
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
  if (!question) return null;
  const answer = (isConfirmed: boolean) => {
    question.answer(isConfirmed);
    store.set(null);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmPasswordDialog onConfirmed={() => answer(true)} onCancel={() => answer(false)} />
    </Suspense>
  );
}

/** Opens the dialog. @returns whether the password was entered and accepted */
export function askForPassword(): Promise<boolean> {
  const open = store.get();
  if (open) return open.promise;
  const question = openQuestion();
  store.set(question);
  return question.promise;
}
