import { createHash } from "node:crypto";
import type { Database } from "../../../platform/db/database.ts";

/** A form that the sandbox has accepted, and what a person has decided. */
export type SandboxPayment = Readonly<{
  id: string;
  form: Readonly<Record<string, string>>;
  state: "waiting" | SandboxDecision;
  pfPaymentId: number;
}>;
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

/** The first decision is final, except that a pending payment can be decided again. @returns the payment as it is now */
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

/** Recorded before it is sent, because the shop confirms it before it has answered. */
export async function recordSent(
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
