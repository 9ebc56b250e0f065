import type pg from "pg";
import { describe, expect } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { createBooksLedger, happen } from "../../testing/books-ledger.ts";
import { test } from "../../testing/database-test.ts";
import { applyToBooks, type BooksFold } from "../fold/projections.fold.ts";
import { bookTables } from "../../platform/read-model/projection-tables.ts";
import { compareSnapshot, headOf, inTransaction, withShadowReplay } from "../rebuild/replay.ts";
import { isTailEqual } from "./difference.ts";

/** An older release that is still serving, and knows nothing of refunds. */
const foldWithoutRefunds: BooksFold = (books, event) => {
  if (event.type !== "PaymentRefunded") applyToBooks(books, event);
};

/** Whether the books agree on what a server with this fold appends after the comparison. */
function agreeAfterTraffic(pool: pg.Pool, seed: number, fold: BooksFold): Promise<boolean> {
  return withShadowReplay(pool, {}, async (replay) => {
    const { position } = await compareSnapshot(replay, bookTables);
    const ledger = createBooksLedger(pool, fold);
    const range = { firstMember: seed * 10_000, firstOrder: seed * 10_000 };
    await happen(ledger, createHistory({ seed, ...range }), 150);
    await ledger.close();
    return inTransaction(replay.writer, "read committed", async () => {
      await replay.advance(await headOf(replay.writer));
      return isTailEqual(replay.writer, bookTables, position);
    });
  });
}

describe("what is appended between the comparison and the swap", () => {
  test("is found equal when the server folds as the rebuild does", async ({ pool }) => {
    expect(await agreeAfterTraffic(pool, 61, applyToBooks)).toBe(true);
  });

  test("is found different when an older release folded it otherwise", async ({ pool }) => {
    expect(await agreeAfterTraffic(pool, 62, foldWithoutRefunds)).toBe(false);
  });
});
