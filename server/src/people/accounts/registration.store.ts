import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";

/** What a person typed at the sign-up; `parentId` is the member whose customer this becomes. */
const registrationSchema = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  cell: z.string(),
  referredBy: z.string().nullable(),
  /** Codes of an earlier release have neither. */
  altNumber: z.string().nullable().default(null),
  company: z.string().nullable().default(null),
  parentId: z.number().nullable(),
});
export type Registration = Readonly<z.infer<typeof registrationSchema>>;

/** Null for a code that began before it was kept. */
export async function findRegistration(db: Database, codeId: string): Promise<Registration | null> {
  const row = await db
    .selectFrom("sign_in_code")
    .select("registration")
    .where("id", "=", codeId)
    .executeTakeFirst();
  return row?.registration ? registrationSchema.parse(row.registration) : null;
}
