import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { connectPool, portalRole } from "../../platform/db/connect.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { jobQueue } from "../../platform/jobs/pg-boss-jobs.ts";
import { createCatalogue, defineEvent } from "../../platform/ledger/event-catalogue.ts";
import { createLedger, type Ledger } from "../../platform/ledger/ledger.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand } from "../../testing/lamps.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { ledgerCatalogue, type LedgerEvent } from "../ledger-catalogue.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { changesOf, loadNetwork } from "../../network/enrolment/enrol-member.actions.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import { createInlineProjector } from "./inline-projector.ts";
import { orderPaid } from "../../sales/orders/order.messages.ts";

const test = databaseTest.extend("ownPool", async ({ ownerUrl }, { onCleanup }) => {
  const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 2, prepare: true });
  onCleanup(() => pool.end());
  return pool;
});

const now = () => new Date().toISOString();
const mails = 3;

const enrolled = (userId: number): LedgerEvent => ({
  type: "DistributorEnrolled",
  data: { userId, level: 1, parentId: null, code: `R${userId}` },
});

/** A command as in the actions: an event, an audit row and several emails. */
async function enrolAndTell(ledger: Ledger, userId: number): Promise<number> {
  const command = aCommand();
  await ledger.execute(command, async () => ({
    events: [{ streamId: networkStream, event: enrolled(userId) }],
    answer: null,
    sideWrites: (tx) => tell(tx, userId),
  }));
  return userId;
}

async function tell(tx: Tx, userId: number): Promise<void> {
  const office = { user: null, impersonatedById: null, now };
  await insertAudit(tx, office, { action: "user.created", target: `member ${userId}` });
  for (let mail = 0; mail < mails; mail++) {
    const ids = { userId: null, orderId: randomUUID() };
    await queueMessage(tx, { jobs: jobQueue, now }, `told-${userId}-${mail}`, orderPaid, ids);
  }
}

/** The number of a member's emails, audit rows and jobs. */
async function written(db: Database, userId: number) {
  const told = await db
    .selectFrom("message")
    .select("id")
    .where("message_key", "like", `told-${userId}-%`)
    .execute();
  const audited = await db
    .selectFrom("audit_entry")
    .select("id")
    .where("target", "=", `member ${userId}`)
    .execute();
  const jobs = await db.selectFrom("job_outbox").select("data").execute();
  const ids = new Set(told.map(({ id }) => id));
  const wanted = jobs.filter(({ data }) => "messageId" in data && ids.has(Number(data.messageId)));
  return { mails: told.length, audit: audited.length, jobs: wanted.length };
}

const whole = { mails, audit: 1, jobs: mails };
const nothing = { mails: 0, audit: 0, jobs: 0 };

/** A release that cannot fold the events of one member. */
const foldWithout =
  (userId: number): ProjectionsFold =>
  (projections, event) => {
    if (event.type === "DistributorEnrolled" && event.data.userId === userId)
      throw new Error(`cannot fold member ${userId}`);
    applyToProjections(projections, event);
  };

/** The present events, and one that only a later release knows. */
const laterCatalogue = createCatalogue(
  ...ledgerCatalogue.definitions,
  defineEvent("DistributorPraised", z.object({ userId: z.int() })),
);

function praise(ledger: Ledger, userId: number) {
  return ledger.execute(aCommand(), async () => ({
    events: [{ streamId: networkStream, event: { type: "DistributorPraised", data: { userId } } }],
    answer: null,
  }));
}

describe("the side writes of commands", () => {
  // shows R73, T99
  test("are complete when a command is answered, while the projections cannot catch up", async ({
    pool,
    ownPool,
    db,
  }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    await append(past, [enrolled(1000), enrolled(1001), enrolled(1002)]);
    const ledger = createProjectionsLedger(ownPool, foldWithout(1001));

    const members = Array.from({ length: 20 }, (_, index) => 1100 + index);
    const told = await Promise.all(members.map((userId) => enrolAndTell(ledger, userId)));

    const rows = await Promise.all(told.map((userId) => written(db, userId)));
    expect(rows).toEqual(members.map(() => whole));
    const { position, failed_position } = await db
      .selectFrom("projection.checkpoint")
      .select(["position", "failed_position"])
      .executeTakeFirstOrThrow();
    expect({ position, failed_position }).toEqual({ position: 1, failed_position: 2 });

    const next = createProjectionsLedger(pool);
    await enrolAndTell(next, 1200);
    expect(await written(db, 1200)).toEqual(whole);
    await Promise.all([past, ledger, next].map((each) => each.close()));
  });

  // shows T99
  test("are decided again once the projections have caught up", async ({ pool, ownPool, db }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    const ledger = createProjectionsLedger(ownPool);
    await append(past, [enrolled(2000)]);
    const seen: number[] = [];

    await ledger.execute(aCommand(), async () => {
      const members = await db
        .selectFrom("projection.member")
        .select("user_id")
        .where("user_id", "=", 2000)
        .execute();
      seen.push(members.length);
      return {
        events: [{ streamId: networkStream, event: enrolled(2001) }],
        answer: null,
        sideWrites: (tx) => tell(tx, 2001),
      };
    });

    expect(seen).toEqual([0, 1]);
    expect(await written(db, 2001)).toEqual(whole);
    await Promise.all([past.close(), ledger.close()]);
  });
});

describe("rolling out a release that adds an event type", () => {
  // shows R65, T113
  test("stops the old process from its first event on: answered commands are complete, refused ones leave nothing", async ({
    pool,
    ownPool,
    db,
  }) => {
    const old = createProjectionsLedger(ownPool);
    const later = createLedger({
      pool,
      catalogue: laterCatalogue,
      projector: createInlineProjector(),
    });
    const answered: number[] = [];
    const refused: { userId: number; reason: unknown }[] = [];
    let nextMember = 3000;

    /** Enrols members until a command is refused. */
    async function work(): Promise<void> {
      for (let userId = nextMember++; userId < 4000; userId = nextMember++) {
        try {
          answered.push(await enrolAndTell(old, userId));
        } catch (reason) {
          refused.push({ userId, reason });
          return;
        }
      }
    }
    const traffic = Array.from({ length: 8 }, work);
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    const { positions } = await praise(later, 3000);
    await Promise.all(traffic);

    const refusal = {
      code: "ledger.newer-release",
      message: "We are updating the shop. Try again in a few minutes.",
    };
    expect(refused).toMatchObject(traffic.map(() => ({ reason: refusal })));
    const rowsOf = (ids: readonly number[]) => Promise.all(ids.map((id) => written(db, id)));
    expect(await rowsOf(answered)).toEqual(answered.map(() => whole));
    expect(await rowsOf(refused.map(({ userId }) => userId))).toEqual(refused.map(() => nothing));
    const after = await db
      .selectFrom("ledger_events")
      .select("position")
      .where("position", ">", positions[0] ?? 0)
      .execute();
    expect(after).toEqual([]);
    expect(await enrolAndTell(later, nextMember)).toBe(nextMember);
    await Promise.all([old.close(), later.close()]);
  });

  // shows T113
  test("is detected by an old process that only reads the stream, and by one that starts afterwards", async ({
    pool,
    ownPool,
  }) => {
    const later = createLedger({ pool, catalogue: laterCatalogue });
    await praise(later, 3000);
    const started = createProjectionsLedger(ownPool);

    const decided = started.execute(aCommand(), async (streams) => ({
      events: changesOf(await loadNetwork(streams), [{ type: "UpliftDistributor", userId: 3000 }]),
      answer: null,
    }));

    await expect(decided).rejects.toMatchObject({ code: "ledger.newer-release" });
    await expect(started.requireNothingNewer()).rejects.toMatchObject({
      code: "ledger.newer-release",
      cause: { message: expect.stringMatching(/^DistributorPraised, version 1, at position \d+$/) },
    });
    await expect(later.requireNothingNewer()).resolves.toBeUndefined();
    await Promise.all([started.close(), later.close()]);
  });
});
