import type { LegacyCaller } from "./legacy-app.ts";

/** A kind of item that the generic paths serve; its procedures check the permission. */
export type LegacyEntity = Readonly<{
  /**
   * @param id null for a new item
   * @param body as it was sent; an unknown field is refused by its name
   * @returns the id of the saved item
   */
  save: (legacy: LegacyCaller, id: number | null, body: unknown) => Promise<number>;
  fetch: (legacy: LegacyCaller, id: number, query: unknown) => Promise<unknown>;
  remove: (legacy: LegacyCaller, id: number, body: unknown) => Promise<void>;
}>;
