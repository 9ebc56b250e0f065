import { type RawBuilder, sql } from "kysely";

/** The digest that tables have in the place of the email address that a reminder went to, or is not to go to. */
export function addressDigest(email: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`;
}
