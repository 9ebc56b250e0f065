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
 * The actions on people. Some happen at once, with `failure` as the message of the last attempt if it failed; the others
 * need a dialog, for the person and the action in `acting`.
 */
export function useUserActions() {
  const [acting, setActing] = useState<{ user: ListedUser; action: UserAction } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate: resend } = api.users.resendOptIn.useMutation({
    onSuccess: () => showToast("Registration email re-sent!"),
    onError: (error) => setFailure(errorMessage(error)),
  });

  const shopLink = useShopLink();
  const act = useCallback(
    (user: ListedUser, action: UserAction) => {
      setFailure(null);
      if (action === "resend") return resend({ id: user.id });
      if (action !== "copy-link" || user.code === null) return setActing({ user, action });
      const link = shopLink(user.code);
      void copyText(link).then((isCopied) =>
        isCopied
          ? showToast("Copied!")
          : setFailure(`Could not copy. ${nameOf(user)}’s link is ${link}`),
      );
    },
    [resend, shopLink],
  );
  return { act, acting, stop: () => setActing(null), failure, fail: setFailure };
}
