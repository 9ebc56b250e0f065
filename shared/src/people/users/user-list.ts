import { z } from "zod/mini";
import { userIdSchema, command } from "../../platform/ids.ts";
import { pagingFields, sortedBy } from "../../platform/paging.ts";
import { shownRoles } from "../../platform/roles.ts";
import { activitySorts, usersAtOnceMax, userSorts } from "./list-sorts.ts";
import { limitedText, searchText } from "../../platform/texts.ts";

/** All levels by default. */
const level = z.optional(z.literal([1, 2, 3]));

export const listUsersSchema = z.strictObject({
  ...pagingFields,
  role: z.optional(z.enum(shownRoles)),
  level,
  /** Deleted users beside the active ones; "(inactive" in an email counts as deleted (specification, section 6). */
  showDeleted: z._default(z.boolean(), false),
  /** One user, deleted or not: the user opened beside a list may not be on its page. */
  id: z.optional(userIdSchema),
  sort: z._default(z.strictObject({ by: z.enum(userSorts), direction: z.enum(["asc", "desc"]) }), {
    by: "name",
    direction: "asc",
  }),
});
export type ListUsers = z.infer<typeof listUsersSchema>;

export const resendManySchema = z.strictObject({
  ...command,
  ids: z.array(userIdSchema).check(z.minLength(1), z.maxLength(usersAtOnceMax)),
});

/** The query string of an export, with text values: the users of a filter, or those with `ids` such as `7,12`. */
export const userExportSchema = z.pipe(
  z.strictObject({
    role: z.optional(z.enum(shownRoles)),
    level: z.optional(z.enum(["1", "2", "3"])),
    showDeleted: z.optional(z.enum(["true", "false"])),
    search: pagingFields.search,
    sort: z._default(z.enum(userSorts), "name"),
    direction: z._default(z.enum(["asc", "desc"]), "asc"),
    ids: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/))),
  }),
  z.transform(({ level: requested, showDeleted, ids, sort, direction, ...filter }) => ({
    ...filter,
    sort: { by: sort, direction },
    level: ([1, 2, 3] as const).find((known) => String(known) === requested),
    showDeleted: showDeleted === "true",
    ids: ids?.split(",").map(Number),
  })),
);
export type UserQuestion = z.infer<typeof userExportSchema>;

/** The actions in the menu of a row; the server lists the permitted ones and enforces them. */
export const userActions = [
  "edit",
  "resend",
  "copy-link",
  "convert-to-distributor",
  "convert-to-stockist",
  "move",
  "uplift",
  "impersonate",
  "lock",
  "delete",
  "restore",
  "erase",
] as const;
export type UserAction = (typeof userActions)[number];

/** Why a parent is being chosen. */
export const targetPurposes = [
  "new-distributor",
  "new-stockist",
  "convert-to-distributor",
  "convert-to-stockist",
  "move-distributor",
  "move-stockist",
] as const;

/** The number of members in a picker; a longer search text narrows the list. */
export const shownTargetsMax = 20;
export const targetSearchMax = 100;

export const listTargetsSchema = z.strictObject({
  purpose: z.enum(targetPurposes),
  /** The moved member; not needed for a new one. */
  userId: z.optional(userIdSchema),
  search: z.optional(searchText(targetSearchMax)),
});
export type ListTargets = z.infer<typeof listTargetsSchema>;

export const listAuditSchema = z.strictObject({
  ...pagingFields,
  actorId: z.optional(userIdSchema),
  subjectId: z.optional(userIdSchema),
  action: z.optional(limitedText(100)),
  sort: sortedBy(["at"], "desc"),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
export type ListAudit = z.infer<typeof listAuditSchema>;

const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));

/** The query string of a file with the entries of a filter, with text values. */
export const auditExportSchema = z.strictObject({
  search: pagingFields.search,
  actorId: z.optional(idText),
  subjectId: z.optional(idText),
  action: z.optional(limitedText(100)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
export type AuditQuestion = z.infer<typeof auditExportSchema>;

export const listActivitySchema = z.strictObject({
  ...pagingFields,
  role: z.optional(z.enum(shownRoles)),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  sort: sortedBy(activitySorts, "desc"),
});
export type ListActivity = z.infer<typeof listActivitySchema>;
