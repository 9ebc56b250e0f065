import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { useCallback, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { showToast } from "../../../ui/toast.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/**
 * What is done with a person without asking. `actAtOnce` answers false for everything else; `failure`
 * says in words what did not work the last time.
 */
export function useQuickActions() {
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate: resend } = api.users.resendOptIn.useMutation({
    onSuccess: () => showToast("Registration email re-sent!"),
    onError: (error) => setFailure(errorMessage(error)),
  });

  const actAtOnce = useCallback(
    (user: ListedUser, action: UserAction): boolean => {
      setFailure(null);
      if (action === "resend") {
        resend({ id: user.id });
        return true;
      }
      if (action !== "copy-link" || user.code === null) return false;
      const link = linkOf(user.code);
      void copyText(link).then((isCopied) =>
        isCopied
          ? showToast("Copied!")
          : setFailure(`This browser does not copy. The link of ${nameOf(user)} is ${link}`),
      );
      return true;
    },
    [resend],
  );
  return { actAtOnce, failure, fail: setFailure };
}

/** An order placed after following it is a sale of that member. */
function linkOf(code: string): string {
  return `${window.location.origin}/via/${encodeURIComponent(code)}`;
}
