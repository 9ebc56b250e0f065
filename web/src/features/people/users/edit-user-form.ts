import { memberCodeSchema, updateUserSchema } from "@portal/shared/people/users/user-forms.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useNewerVersion } from "../../../ui/newer-version.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";
import { optionalPercentSchema, percentText, typedPercentSchema } from "./user-fields.tsx";

export type UserDetail = ApiOutputs["users"]["byId"];

const stored = updateUserSchema.shape;
const company = stored.company.def.innerType.def.innerType;
const person = z.extend(
  z.pick(updateUserSchema, {
    email: true,
    firstName: true,
    lastName: true,
    cellNumber: true,
    altNumber: true,
  }),
  { test: z.boolean() },
);

const ofAdmin = z.extend(person, { company });
const ofCustomer = z.extend(ofAdmin, { margin: optionalPercentSchema });
const distributorArea = stored.distributorArea.def.innerType.def.innerType;
const ofDistributor = z.extend(ofAdmin, {
  distributorArea,
  school: z.boolean(),
  influencer: z.boolean(),
  distributorVersion: z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,2}$/, "Please enter a whole number")),
    z.transform(Number),
  ),
  distributorCode: memberCodeSchema,
});
const ofStockist = z.extend(person, {
  company: company.check(z.minLength(1, "Company required.")),
  companyAddress: stored.companyAddress.def.innerType.def.innerType,
  vatNo: stored.vatNo.def.innerType.def.innerType,
  distributorArea,
  stockistMargin: typedPercentSchema,
  distributorPercent: typedPercentSchema,
  stockistVAT: optionalPercentSchema,
  stockistCode: memberCodeSchema,
});

const notRead = "Confirm that you have read the note about percentages.";

/** "Edit User" as the form has it; fields that the role does not have are not sent (specification, section 5). */
function editFormSchema(user: UserDetail) {
  switch (user.role) {
    case "admin":
    case "accountant":
      return ofAdmin;
    case "customer":
      return ofCustomer;
    case "distributor":
    case "school":
      return ofDistributor;
    case "stockist":
      return z.pipe(
        z.extend(ofStockist, { readAboutTerms: z.boolean() }).check(
          z.refine((typed) => typed.readAboutTerms || !changesTerms(user, typed), {
            path: ["readAboutTerms"],
            error: notRead,
          }),
        ),
        z.transform(({ readAboutTerms: _read, ...typed }) => typed),
      );
  }
}

type Terms = Readonly<{ stockistMargin: number; distributorPercent: number }>;

/** Whether new orders would be calculated with other percentages than earlier ones. */
export function changesTerms(user: UserDetail, typed: Terms): boolean {
  return (
    typed.stockistMargin !== user.stockistMargin ||
    typed.distributorPercent !== user.distributorPercent
  );
}

export type EditTab = "Person" | "Business" | "Codes";

/** The tab that shows a field. */
export function tabOf(field: string): EditTab {
  if (field in person.shape) return "Person";
  return field === "distributorCode" || field === "stockistCode" ? "Codes" : "Business";
}

export function tabsOf(role: ShownRole): readonly EditTab[] {
  const hasCode = role === "distributor" || role === "school" || role === "stockist";
  return hasCode ? ["Person", "Business", "Codes"] : ["Person", "Business"];
}

export function editFormOf(user: UserDetail) {
  return {
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    cellNumber: user.cell === null ? "" : nationalPhone(user.cell),
    altNumber: user.altNumber ?? "",
    test: user.test,
    company: user.company ?? "",
    margin: percentText(user.margin),
    distributorArea: user.area ?? "",
    school: user.role === "school",
    influencer: user.influencer,
    distributorVersion: String(user.distributorVersion),
    companyAddress: user.companyAddress ?? "",
    vatNo: user.vatNo ?? "",
    stockistMargin: percentText(user.stockistMargin),
    distributorPercent: percentText(user.distributorPercent),
    stockistVAT: percentText(user.stockistVAT),
    distributorCode: user.code ?? "",
    stockistCode: user.code ?? "",
    readAboutTerms: false,
  };
}

/**
 * Sends an unchanged number as it is stored: its national notation could be read as another number in the shop's
 * country.
 */
function cellToSend(user: UserDetail, typed: string): string {
  return user.cell !== null && typed === nationalPhone(user.cell) ? user.cell : typed;
}

export type EditForm = ReturnType<typeof useEditUser>["form"];

/** The form state of "Edit User": saves and closes, or stays open for another attempt (specification, section 4). */
export function useEditUser(user: UserDetail, onSaved: () => void) {
  const [schema] = useState(() => editFormSchema(user));
  const [initialValues] = useState(() => editFormOf(user));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "edit",
    schema,
    initialValues,
  });
  const update = useCommand(api.users.update, {
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
    form: { showErrors },
    onDone: onSaved,
  });
  const utils = api.useUtils();
  const { version, notice } = useNewerVersion({
    name: "edit",
    form,
    kept: { version: user.version, values: initialValues },
    failure: update.error,
    read: async () => {
      const saved = await utils.users.byId.fetch({ id: user.id }, { staleTime: 0 });
      return { version: saved.version, values: editFormOf(saved) };
    },
  });
  const send = onSubmit((typed) => {
    const cellNumber = cellToSend(user, typed.cellNumber);
    update.send({ ...typed, cellNumber, id: user.id, version });
  });
  return { form, summary, send, update, notice };
}
