import { sql } from "kysely";

/** An order that is not live is play: it is in no list of work, no report and no count. On `alias`, a row with `live`. */
export function isLive(alias = "order") {
  return sql<boolean>`${sql.ref(`${alias}.live`)}`;
}
