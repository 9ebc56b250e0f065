import type { LegacyCaller } from "./legacy-app.ts";

/** A kind of item that the generic paths serve; its procedures check the permission. */
export type LegacyEntity = Readonly<{
  /**
   * @param id null for a new item
   * @param body as it was sent; an unknown field is refused by its name
   */
  save: (legacy: LegacyCaller, id: number | null, body: unknown) => Promise<SavedItem>;
  fetch: (legacy: LegacyCaller, id: number, query: unknown) => Promise<unknown>;
  remove: (legacy: LegacyCaller, id: number, body: unknown) => Promise<void>;
}>;

/** The id of the saved item, and the proposal where a part of it waits for a second admin. */
export type SavedItem = Readonly<{ id: number; proposalId?: string | null }>;
