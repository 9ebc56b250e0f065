import { describe, expect } from "vitest";
import { connectPool, portalRole } from "../../platform/db/connect.ts";
import type { Ledger } from "../../platform/ledger/ledger.ts";
import { verifyLedger } from "../../platform/ledger/verify.ts";
import { createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/projection-row-samples.ts";
import { test } from "../../testing/database-test.ts";
import { aCommand } from "../../testing/lamps.ts";
import { changesOf, loadNetwork } from "../enrolment/enrol-member.actions.ts";
import type { NetworkCommand } from "./network.decider.ts";

/** One change of the tree, decided as in the actions. */
function change(ledger: Ledger, asked: NetworkCommand) {
  return ledger.execute(aCommand(), async (streams) => ({
    events: changesOf(await loadNetwork(streams), [asked]),
    answer: { id: asked.userId },
  }));
}

const enrolment = (userId: number): NetworkCommand => ({
  type: "EnrolDistributor",
  userId,
  level: 1,
  parentId: null,
  code: `T${userId}`,
});

/** Clients that each send the next change as soon as the previous one is answered. */
async function outcomesOf(
  clients: readonly Ledger[],
  changes: readonly NetworkCommand[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = [...changes];
  const outcomes = new Map<string, number>();
  const work = async (ledger: Ledger) => {
    for (let asked = waiting.shift(); asked; asked = waiting.shift()) {
      const outcome = await change(ledger, asked).then(
        () => "done",
        (error: unknown) => String(error),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(clients.map(work));
  return outcomes;
}

/** That each comes through is the subject, and not how fast the machine is. */
const patience = { patienceMs: 110_000 };

describe("concurrent changes of the network", { timeout: 120_000 }, () => {
  // shows R56, T83
  test("by 20 clients of one server are all done", async ({ pool, db }) => {
    const ledger = createProjectionsLedger(pool, undefined, patience);
    const changes = Array.from({ length: 600 }, (_, index) => enrolment(10_000 + index));

    const outcomes = await outcomesOf(Array(20).fill(ledger), changes);

    await ledger.close();
    expect(outcomes).toEqual(new Map([["done", 600]]));
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
    expect((await verifyLedger(db)).damage).toBeNull();
  });

  // shows T83
  test("by 20 clients of two servers are all done", async ({ pool, ownerUrl, db }) => {
    const otherPool = connectPool(ownerUrl, { role: portalRole, poolSize: 4 });
    const ledgers = [
      createProjectionsLedger(pool, undefined, patience),
      createProjectionsLedger(otherPool, undefined, patience),
    ];
    const changes = Array.from({ length: 600 }, (_, index) => enrolment(20_000 + index));
    const clients = ledgers.flatMap((ledger): Ledger[] => Array(10).fill(ledger));

    const outcomes = await outcomesOf(clients, changes);

    await Promise.all(ledgers.map((ledger) => ledger.close()));
    await otherPool.end();
    expect(outcomes).toEqual(new Map([["done", 600]]));
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
    expect((await verifyLedger(db)).damage).toBeNull();
  });
});
