import { requiredEmailSchema } from "@portal/shared/people/accounts.ts";
import { createUserSchema } from "@portal/shared/people/users/user-forms.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { newTermsSchemasFor, optionalPercentSchema } from "./user-fields.tsx";
import { firstParentFor, typedCodeSchema, typedParentSchema } from "./parent-picker.tsx";
import { addableRoles } from "./user-filters.ts";
import { nameOf } from "./user-words.ts";

const [ofAdmin, ofAccountant, ofDistributor, ofStockist] = createUserSchema.def.options;

/** "Create user" as the form has it: for each role its own fields. */
function createFormSchemaFor(viewer: SignedInUser) {
  return z.discriminatedUnion(
    "role",
    [
      z.omit(ofAdmin, { commandId: true }),
      z.omit(ofAccountant, { commandId: true }),
      z.extend(z.omit(ofDistributor, { commandId: true }), {
        parentId: typedParentSchema,
        distributorCode: typedCodeSchema,
      }),
      z.extend(z.omit(ofStockist, { commandId: true }), {
        parentId: typedParentSchema,
        stockistCode: typedCodeSchema,
        ...newTermsSchemasFor(viewer.role),
        stockistVAT: optionalPercentSchema,
      }),
    ],
    { error: "Please complete" },
  );
}

/** An empty form, with the role preselected for viewers who can add only one. */
function emptyCreateForm(viewer: SignedInUser) {
  const roles = addableRoles(viewer);
  const [only] = roles;
  return {
    role: roles.length === 1 && only !== undefined ? only : ("" as const),
    email: "",
    firstName: "",
    lastName: "",
    cellNumber: "",
    altNumber: "",
    company: "",
    parentId: firstParentFor(viewer),
    distributorArea: "",
    distributorCode: "",
    school: false,
    influencer: false,
    stockistCode: "",
    stockistMargin: "",
    distributorPercent: "",
    stockistVAT: "",
    companyAddress: "",
    vatNo: "",
  };
}

export type SentTo = Readonly<{
  name: string;
  email: string;
  /** Somebody new in the office needs second approval. */
  isWaiting: boolean;
}>;
export type CreateUserState = ReturnType<typeof useCreateUser>;

/** The form state of "Create user", with the owner of an email that is already in use. */
export function useCreateUser(viewer: SignedInUser, onSent: (to: SentTo) => void) {
  const [initialValues] = useState(() => emptyCreateForm(viewer));
  const [schema] = useState(() => createFormSchemaFor(viewer));
  const checked = useCheckedForm({ name: "create", schema, initialValues });
  const { form } = checked;
  const owner = useEmailOwner(form.values.email);

  const create = useCommand(api.users.create, {
    form: checked,
    onDone: ({ proposalId }, sent) =>
      onSent({ name: nameOf(sent), email: sent.email, isWaiting: proposalId !== null }),
    onError: (error, { email }) =>
      reasonOf(error) === "account.email-in-use" && owner.lookUp(email),
  });
  const send = checked.onSubmit((typed) => create.send(typed));
  const isEmailInUse = owner.person !== null && reasonOf(create.error) === "account.email-in-use";
  return { form, summary: checked.summary, send, create, owner, isEmailInUse };
}

/** Looks up the owner of an email on blur; an answer about another email than the current one is dropped. */
function useEmailOwner(typed: string) {
  const utils = api.useUtils();
  const [lookedUp, setLookedUp] = useState("");
  const isCurrent = lookedUp !== "" && lookedUp === typed.trim().toLowerCase();
  const owner = api.users.byEmail.useQuery({ email: lookedUp }, { enabled: isCurrent });
  const lookUp = (email: string) => {
    const checked = requiredEmailSchema.safeParse(email);
    if (!checked.success) return;
    void utils.users.byEmail.invalidate({ email: checked.data });
    setLookedUp(checked.data);
  };
  return { person: isCurrent ? (owner.data ?? null) : null, lookUp };
}
