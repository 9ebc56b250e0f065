import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import { createHistory } from "../../testing/a-history.ts";
import { append, createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/projection-row-samples.ts";
import { test } from "../../testing/database-test.ts";
import { ledgerCatalogue, type LedgerEvent } from "../ledger-catalogue.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import { projectionStatus } from "../store/projection-store.ts";
import { rebuildProjections } from "../rebuild/rebuild.ts";

const enrolled = (userId: number): LedgerEvent => ({
  type: "DistributorEnrolled",
  data: { userId, level: 1, parentId: null, code: `X${userId}` },
});

/** A release that cannot fold the events of one member. */
const foldWithout =
  (userId: number): ProjectionsFold =>
  (projections, event) => {
    if (event.type === "DistributorEnrolled" && event.data.userId === userId)
      throw new Error(`cannot fold member ${userId}`);
    applyToProjections(projections, event);
  };

describe("the inline projector", () => {
  // shows R72, T105
  test("catches up with events that were appended without it", async ({ pool }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    const ledger = createProjectionsLedger(pool);
    const history = createHistory({ seed: 51 });
    await happen(ledger, history, 50);
    await happen(past, history, 50);

    await happen(ledger, history, 50);

    await Promise.all([past.close(), ledger.close()]);
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  // shows R70, T103
  test("refuses only the command whose events it cannot fold", async ({ pool, db }) => {
    const ledger = createProjectionsLedger(pool, foldWithout(70_001));

    const outcomes = await Promise.allSettled(
      [70_000, 70_001, 70_002].map((userId) => append(ledger, [enrolled(userId)])),
    );

    await ledger.close();
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
    expect(await projectionStatus(readOnly(db))).toMatchObject([
      { lag: 0 },
      { lag: 0 },
      { lag: 0 },
      { lag: 0 },
    ]);
  });

  // shows R70, T103
  test("stops before an event that it cannot fold, records it, and continues with the next release", async ({
    pool,
    db,
  }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    const older = createProjectionsLedger(pool, foldWithout(70_011));
    const newer = createProjectionsLedger(pool);
    await append(past, [enrolled(70_010), enrolled(70_011)]);
    const [before] = await projectionStatus(readOnly(db));

    await append(older, [enrolled(70_012)]);
    await append(older, [enrolled(70_013)]);
    const stopped = await projectionStatus(readOnly(db));
    await append(newer, [enrolled(70_014)]);
    const resumed = await projectionStatus(readOnly(db));

    await Promise.all([past, older, newer].map((ledger) => ledger.close()));
    const position = (before?.position ?? 0) + 2;
    expect(stopped[0]).toEqual({
      name: "commissions",
      position: position - 1,
      lag: 3,
      failure: { position, message: "cannot fold member 70011" },
    });
    expect(resumed[0]).toMatchObject({ lag: 0, failure: null });
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  // shows T112
  test("refuses commands while the projections are far behind, until they are rebuilt", async ({
    pool,
    db,
  }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    const ledger = createProjectionsLedger(pool);
    const enrolments = Array.from({ length: 501 }, (_, index) => enrolled(80_000 + index));
    await append(past, enrolments);
    const [before] = await projectionStatus(readOnly(db));

    const refused = await Promise.allSettled(
      [90_000, 90_001].map((userId) => append(ledger, [enrolled(userId)])),
    );

    const isBehind = { code: "ledger.projections-behind" };
    expect(refused).toMatchObject([{ reason: isBehind }, { reason: isBehind }]);
    expect(before).toMatchObject({ lag: 501 });
    expect(await projectionStatus(readOnly(db))).toMatchObject([{ lag: 501 }, {}, {}, {}]);
    const { report } = await rebuildProjections(pool);
    expect(
      await rebuildProjections(pool, { accepts: ({ hash }) => hash === report.hash }),
    ).toMatchObject({
      isSwapped: true,
    });
    await append(ledger, [enrolled(90_002)]);
    await Promise.all([past.close(), ledger.close()]);
    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  // shows R70, T112
  test("tolerates a lag of 500 events behind a failed event, and no more", async ({ pool, db }) => {
    const past = createLedger({ pool, catalogue: ledgerCatalogue });
    const stopped = createProjectionsLedger(pool, foldWithout(70_021));
    await append(past, [enrolled(70_021)]);
    await append(stopped, [enrolled(70_022)]);
    await append(
      past,
      Array.from({ length: 498 }, (_, index) => enrolled(60_000 + index)),
    );

    await append(stopped, [enrolled(70_023)]);
    const [last] = await projectionStatus(readOnly(db));
    const refused = append(stopped, [enrolled(70_024)]);

    await expect(refused).rejects.toMatchObject({ code: "ledger.projections-behind" });
    expect(last).toMatchObject({ lag: 501, failure: { message: "cannot fold member 70021" } });
    await Promise.all([past.close(), stopped.close()]);
  });
});
