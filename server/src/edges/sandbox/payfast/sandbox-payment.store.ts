import { createHash } from "node:crypto";
import type { Database } from "../../../platform/db/database.ts";

/** A form that the stand-in accepted, and what a person did about it. */
export type SandboxPayment = Readonly<{
  id: string;
  form: Readonly<Record<string, string>>;
  state: "waiting" | SandboxDecision;
  pfPaymentId: number;
}>;
/** What a person pressed. */
export type SandboxDecision = "pending" | "complete" | "failed" | "cancelled";

export async function insertSandboxPayment(
  db: Database,
  id: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  await db
    .insertInto("sandbox_payment")
    .values({ id, fields: JSON.stringify(form) })
    .execute();
}

export async function findSandboxPayment(db: Database, id: string): Promise<SandboxPayment | null> {
  const row = await db
    .selectFrom("sandbox_payment")
    .select(["id", "fields as form", "state", "pf_payment_id as pfPaymentId"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns what it is now: the first click decides, and one that left it pending can be followed by another. */
export async function decideSandboxPayment(
  db: Database,
  id: string,
  state: SandboxDecision,
): Promise<SandboxPayment | null> {
  await db
    .updateTable("sandbox_payment")
    .set({ state })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "pending"])
    .execute();
  return findSandboxPayment(db, id);
}

/** Kept before it is sent, so that the question whether we sent it finds its answer. */
export async function keepSent(
  db: Database,
  paymentId: string,
  confirmable: string,
): Promise<void> {
  await db
    .insertInto("sandbox_sent")
    .values({ sha256: hashOf(confirmable), payment_id: paymentId })
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .execute();
}

export async function wasSent(db: Database, confirmable: string): Promise<boolean> {
  const row = await db
    .selectFrom("sandbox_sent")
    .select("payment_id")
    .where("sha256", "=", hashOf(confirmable))
    .executeTakeFirst();
  return row !== undefined;
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
