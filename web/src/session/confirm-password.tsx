import { lazy, Suspense } from "react";
import { answerPasswordQuestion, useIsPasswordAsked } from "./password-question.ts";

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
