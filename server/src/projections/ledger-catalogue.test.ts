import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ledgerCatalogue } from "./ledger-catalogue.ts";

describe("the ledger's catalogue", () => {
  // A changed file means that stored events changed meaning: add an upcast, which raises the version
  // and creates a new file, and keep the old one.
  test.each(ledgerCatalogue.definitions)(
    "keeps the published shape of $type version $version",
    async ({ type, version, schema }) => {
      const shape = { type, version, data: z.toJSONSchema(schema) };

      await expect(`${JSON.stringify(shape, null, 2)}\n`).toMatchFileSnapshot(
        `./golden/events/${type}.v${version}.json`,
      );
    },
  );

  // shows R71, T104
  test("has a fixture of every version that was ever stored", async () => {
    const files = await readdir(new URL("./golden/events/", import.meta.url));

    const expected = ledgerCatalogue.definitions.flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
    );
    expect(files.toSorted()).toEqual(expected.toSorted());
  });
});
