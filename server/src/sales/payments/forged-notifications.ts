import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import type { Caller } from "../../caller.ts";
import { type Disks, isDatabaseFull } from "../../platform/files/disk-space.ts";
import { readNotificationBody } from "../../gateways/card/notification-body.ts";
import { byteBudget } from "../../platform/rate-limit/byte-budget.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { isSignedFor, signatureProblem } from "./card-notification.checks.ts";
import { type IncomingNotification, insertForged } from "./card-notification.store.ts";
import { findPayableOrder } from "./payable-order.actions.ts";

/** All of a genuine notification, which may be looked at again where the passphrase was wrong on our side. */
const beginningBytes = 2048;
const rowBytes = 300;
const bytesPerDayMax = 8 * 1024 ** 2;
const tellAfterMs = 10 * 60_000;

type Desk = Pick<Caller, "db" | "log" | "now"> & Readonly<{ disks: Disks }>;

/**
 * Null: the provider may have written it, and it is kept whole. Else why it did not. The passphrase of a world for play is no
 * secret, so that one is asked only about an order that is paid there.
 */
export async function findForgery(
  desk: Pick<Caller, "db" | "card">,
  raw: Uint8Array,
): Promise<string | null> {
  const { card } = desk;
  const body = readNotificationBody(raw);
  if (typeof body === "string") return body;
  if (isSignedFor(body, card.world(card.mode))) return null;
  const others = (["live", "sandbox", "local"] as const).filter(
    (world) => world !== card.mode && card.serves(world) && isSignedFor(body, card.world(world)),
  );
  const named = orderIdSchema.safeParse(body.valueOf("m_payment_id")).data;
  const order = others.length > 0 && named ? await findPayableOrder(desk, named) : null;
  const world = order?.cardEnvironment;
  return world && others.includes(world) ? null : signatureProblem(body);
}

/**
 * Notifications that nobody of the provider signed. Anybody can post them, so that of each the digest and the beginning are
 * kept and no more than so many bytes a day, none where the disk is nearly full, and an entry of the audit counts them.
 */
export function keepForgeries(
  desk: Desk,
  { bytesPerDay = bytesPerDayMax }: Readonly<{ bytesPerDay?: number }> = {},
) {
  const { db, log, now, disks } = desk;
  const budget = byteBudget(db, { key: "bytes of forged notifications", bytesPerDay, now });
  const counted = { came: 0, kept: 0 };
  let timer: NodeJS.Timeout | null = null;

  async function tell(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (counted.came === 0) return;
    const details = { ...counted };
    Object.assign(counted, { came: 0, kept: 0 });
    log.warn(details, "card notifications had a wrong signature");
    const nobody = { user: null, impersonatedById: null, now };
    await insertAudit(db, nobody, { action: "card-notification.forged", details });
  }

  return {
    /** @returns false where it is only counted */
    async keep(notification: IncomingNotification, reason: string): Promise<boolean> {
      counted.came += 1;
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, "forgeries were not told of"));
      }, tellAfterMs).unref();
      const raw = notification.raw.subarray(0, beginningBytes);
      if (await isDatabaseFull(disks)) return false;
      if (!(await budget.spend(raw.length + rowBytes))) return false;
      await insertForged(db, { ...notification, raw, headers: {} }, { reason, ...factsIn(raw) });
      counted.kept += 1;
      return true;
    },
    tell,
  };
}

/** What it says of itself, to be found by. */
function factsIn(raw: Uint8Array) {
  const body = readNotificationBody(raw);
  const valueOf = (name: string) => (typeof body === "string" ? null : body.valueOf(name));
  return {
    pfPaymentId: valueOf("pf_payment_id")?.slice(0, 100) ?? null,
    paymentStatus: valueOf("payment_status")?.slice(0, 20) ?? null,
    orderId: orderIdSchema.safeParse(valueOf("m_payment_id")).data ?? null,
  };
}
