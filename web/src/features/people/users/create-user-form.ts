import {
  firstNameSchema,
  lastNameSchema,
  phoneSchema,
  requiredEmailSchema,
} from "@portal/shared/people/accounts.ts";
import { createUserSchema } from "@portal/shared/people/users/user-forms.ts";
import { z } from "zod";
import type { ApiInputs } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import { newTermsSchemasFor, optionalPercentSchema } from "./percent.ts";
import { firstParentFor, typedCodeSchema, typedParentSchema } from "./placing.ts";
import { tickedSchema } from "./tick.ts";
import { addableRoles } from "./user-filters.ts";

const [, , ofStockist] = createUserSchema.options;

const person = {
  email: requiredEmailSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  cellNumber: phoneSchema,
  altNumber: z.string().trim().max(30),
  company: z.string().trim().max(200),
};

/** "Create user" as it is typed: text alone, the role by its word, and for each role its own fields. */
export function createFormSchemaFor(viewer: SignedInUser) {
  return z.discriminatedUnion(
    "role",
    [
      z.object({ role: z.literal(roleWords.admin), ...person }),
      z.object({
        role: z.literal(roleWords.distributor),
        ...person,
        parent: typedParentSchema,
        distributorArea: z.string().trim().max(100),
        distributorCode: typedCodeSchema,
        school: tickedSchema,
        influencer: tickedSchema,
      }),
      z.object({
        role: z.literal(roleWords.stockist),
        ...person,
        parent: typedParentSchema,
        stockistCode: typedCodeSchema,
        ...newTermsSchemasFor(viewer.role),
        stockistVAT: optionalPercentSchema,
        companyAddress: ofStockist.shape.companyAddress,
        vatNo: ofStockist.shape.vatNo,
      }),
    ],
    { error: "Please complete" },
  );
}
type CreateForm = z.infer<ReturnType<typeof createFormSchemaFor>>;
type Create = ApiInputs["users"]["create"];
type WithoutCommandId<Request> = Request extends unknown ? Omit<Request, "commandId"> : never;

/** What the server is asked for. */
export function createRequestOf(typed: CreateForm): WithoutCommandId<Create> {
  switch (typed.role) {
    case "Admin":
      return { ...typed, role: "admin" };
    case "Distributor": {
      const { parent, ...distributor } = typed;
      return { ...distributor, role: "distributor", parentId: parent };
    }
    default: {
      const { parent, ...stockist } = typed;
      return { ...stockist, role: "stockist", parentId: parent };
    }
  }
}

/** An empty form; whoever may add one role alone is not asked for it. */
export function emptyCreateForm(viewer: SignedInUser) {
  const roles = addableRoles(viewer);
  const [only] = roles;
  return {
    role: roles.length === 1 && only !== undefined ? roleWords[only] : "",
    email: "",
    firstName: "",
    lastName: "",
    cellNumber: "",
    altNumber: "",
    company: "",
    parent: firstParentFor(viewer),
    distributorArea: "",
    distributorCode: "",
    school: "",
    influencer: "",
    stockistCode: "",
    stockistMargin: "",
    distributorPercent: "",
    stockistVAT: "",
    companyAddress: "",
    vatNo: "",
  };
}
