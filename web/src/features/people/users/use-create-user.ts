import { requiredEmailSchema } from "@portal/shared/people/accounts.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { fieldErrors, reasonOf } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { createFormSchemaFor, createRequestOf, emptyCreateForm } from "./create-user-form.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";
import { nameOf } from "./user-words.ts";

export type SentTo = Readonly<{
  name: string;
  email: string;
  /** A new admin waits for a second one. */
  isWaiting: boolean;
}>;
export type CreateUserState = ReturnType<typeof useCreateUser>;

/** The form of "Create user", what sending it does, and whom a typed email belongs to already. */
export function useCreateUser(viewer: SignedInUser, onSent: (to: SentTo) => void) {
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const [initialValues] = useState(() => emptyCreateForm(viewer));
  const [schema] = useState(() => createFormSchemaFor(viewer));
  const checked = useCheckedForm({ name: "create", schema, initialValues });
  const { form } = checked;
  const owner = useEmailOwner(form.values.email);

  const create = api.users.create.useMutation({
    onSuccess: async ({ proposalId }, sent) => {
      await refresh();
      onSent({ name: nameOf(sent), email: sent.email, isWaiting: proposalId !== null });
    },
    onError: (error, { email }) => {
      if (reasonOf(error) === "account.email-in-use") owner.ask(email);
      checked.showErrors(fieldErrors(error));
    },
  });
  const send = checked.onSubmit((typed) => {
    const request = createRequestOf(typed);
    create.mutate({ ...request, commandId: commandIdFor(request) });
  });
  const isEmailInUse = owner.person !== null && reasonOf(create.error) === "account.email-in-use";
  return { form, summary: checked.summary, send, create, owner, isEmailInUse };
}

/** Asked for when the field is left; what comes back about another email than the one that stands there is dropped. */
function useEmailOwner(typed: string) {
  const utils = api.useUtils();
  const [asked, setAsked] = useState("");
  const isOfThis = asked !== "" && asked === typed.trim().toLowerCase();
  const owner = api.users.byEmail.useQuery({ email: asked }, { enabled: isOfThis });
  const ask = (email: string) => {
    const checked = requiredEmailSchema.safeParse(email);
    if (!checked.success) return;
    void utils.users.byEmail.invalidate({ email: checked.data });
    setAsked(checked.data);
  };
  return { person: isOfThis ? (owner.data ?? null) : null, ask };
}
