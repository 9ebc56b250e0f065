import { describe, expect } from "vitest";
import { createHistory } from "../../testing/a-history.ts";
import { createBooksLedger, happen } from "../../testing/books-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/books-rows.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { applyToBooks } from "./books.fold.ts";
import type { Books } from "./books.ts";
import type { BooksFold } from "./books-fold.ts";
import { compareBooks } from "./compare-books.ts";
import { rebuildBooks } from "./rebuild.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const ledger = createBooksLedger(pool);
  onCleanup(() => ledger.close());
  await happen(ledger, createHistory({ seed: 7 }), 400);
  return ledger;
});

describe("a rebuild of the books", () => {
  test("finds no difference, and swaps tables that hold the same", async ({ ledger, pool, db }) => {
    expect(ledger).toBeDefined();
    const before = await rowsInTables(pool);
    const progress: number[] = [];

    const { report, isSwapped } = await rebuildBooks(pool, {
      onProgress: ({ position }) => progress.push(position),
    });

    expect(report.tables.filter(({ differing }) => differing > 0)).toEqual([]);
    expect({ isSwapped, members: report.members }).toEqual({ isSwapped: true, members: [] });
    expect(progress.at(-1)).toBe(report.position);
    expect(await rowsInTables(pool)).toEqual(before);
  });
});
