import type pg from "pg";
import { describe, expect } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { test } from "../../testing/database-test.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import { projectionTables } from "../../platform/read-model/projection-tables.ts";
import { compareSnapshot, headOf, inTransaction, withShadowReplay } from "../rebuild/replay.ts";
import { isTailEqual } from "./difference.ts";

/** An older release that does not know refunds. */
const foldWithoutRefunds: ProjectionsFold = (projections, event) => {
  if (event.type !== "PaymentRefunded") applyToProjections(projections, event);
};

/** Whether the projections agree on events that a server with this fold appends after the comparison. */
function agreeAfterTraffic(pool: pg.Pool, seed: number, fold: ProjectionsFold): Promise<boolean> {
  return withShadowReplay(pool, {}, async (replay) => {
    const { position } = await compareSnapshot(replay, projectionTables);
    const ledger = createProjectionsLedger(pool, fold);
    const range = { firstMember: seed * 10_000, firstOrder: seed * 10_000 };
    await happen(ledger, createHistory({ seed, ...range }), 150);
    await ledger.close();
    return inTransaction(replay.writer, "read committed", async () => {
      await replay.advance(await headOf(replay.writer));
      return isTailEqual(replay.writer, projectionTables, position);
    });
  });
}

describe("events appended between the comparison and the swap", () => {
  test("are equal if the server folds as the rebuild does", async ({ pool }) => {
    expect(await agreeAfterTraffic(pool, 61, applyToProjections)).toBe(true);
  });

  test("differ if an older release folded them differently", async ({ pool }) => {
    expect(await agreeAfterTraffic(pool, 62, foldWithoutRefunds)).toBe(false);
  });
});
