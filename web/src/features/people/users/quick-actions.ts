import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { useCallback, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { copyText } from "../../../ui/copy-button.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/**
 * Actions on a person that need no dialog. `actAtOnce` returns false for all others; `failure` is the message of the
 * last attempt if it failed.
 */
export function useQuickActions() {
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate: resend } = api.users.resendOptIn.useMutation({
    onSuccess: () => showToast("Registration email re-sent!"),
    onError: (error) => setFailure(errorMessage(error)),
  });

  const shopLink = useShopLink();
  const actAtOnce = useCallback(
    (user: ListedUser, action: UserAction): boolean => {
      setFailure(null);
      if (action === "resend") {
        resend({ id: user.id });
        return true;
      }
      if (action !== "copy-link" || user.code === null) return false;
      const link = shopLink(user.code);
      void copyText(link).then((isCopied) =>
        isCopied
          ? showToast("Copied!")
          : setFailure(`Could not copy. ${nameOf(user)}’s link is ${link}`),
      );
      return true;
    },
    [resend, shopLink],
  );
  return { actAtOnce, failure, fail: setFailure };
}
