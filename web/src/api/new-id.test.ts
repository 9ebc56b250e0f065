import { commandIdSchema } from "@portal/shared/platform/ids.ts";
import { describe, expect, test } from "vitest";
import { newId } from "./new-id.ts";

describe("a new id", () => {
  test("is a random UUID that the server accepts, different each time", () => {
    const ids = Array.from({ length: 1000 }, newId);

    for (const id of ids) {
      expect(commandIdSchema.parse(id)).toBe(id);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });
});
