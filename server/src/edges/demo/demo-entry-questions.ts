import type { Tx } from "../../platform/db/database.ts";
import { demoIds } from "./demo-people.ts";

const hourMs = 3_600_000;

/**
 * What somebody asked about two entries: one question waits for the office, one is answered. Written
 * once the entries are there, because a question names the place of its entry in the ledger.
 *
 * @param until the end of the made-up year, ISO 8601
 */
export async function insertDemoQuestions(tx: Tx, until: string): Promise<void> {
  const hoursBefore = (hours: number) => new Date(Date.parse(until) - hours * hourMs).toISOString();
  const waiting = await newestEntryOf(tx, demoIds.ben, "upline");
  const settled = await newestEntryOf(tx, demoIds.ben, "stockist");
  if (waiting)
    await tx
      .insertInto("entry_question")
      .values({
        command_id: "de300000-0000-4000-8000-000000000001",
        asked_by: demoIds.ben,
        position: waiting.position,
        entry_no: waiting.entryNo,
        asked_at: hoursBefore(20),
        question: "Why is this 5 % and not 10 %? I sold it together with the seller.",
      })
      .execute();
  if (settled)
    await tx
      .insertInto("entry_question")
      .values({
        command_id: "de300000-0000-4000-8000-000000000002",
        asked_by: demoIds.ben,
        position: settled.position,
        entry_no: settled.entryNo,
        asked_at: hoursBefore(90),
        question: "Does the stockist’s discount make my share smaller?",
        answered_by: demoIds.admin,
        answered_at: hoursBefore(70),
        answer:
          "No. Your share is reckoned on the list price without VAT, whatever the stockist pays.",
      })
      .execute();
}

function newestEntryOf(tx: Tx, userId: number, kind: "upline" | "stockist") {
  return tx
    .selectFrom("projection.commission_entry")
    .select(["position", "entry_no as entryNo"])
    .where("beneficiary_id", "=", userId)
    .where("kind", "=", kind)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}
