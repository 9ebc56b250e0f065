import { sql } from "kysely";

/**
 * An order that is not live is a test: it is in no task list, report or count.
 *
 * @param alias of a table with a column `live`
 */
export function isLive(alias = "order") {
  return sql<boolean>`${sql.ref(`${alias}.live`)}`;
}
