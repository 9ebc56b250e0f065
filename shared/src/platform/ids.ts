import { z } from "zod";

/** As large as a column of PostgreSQL can hold: what is larger names no row, and is refused before it is looked for. */
const rowId = () => z.int().positive().max(2_147_483_647);
export const rowIdSchema = rowId();

/** A person's number, as the specification shows it in lists. Members of the network are people. */
export const userIdSchema = rowId();
export type UserId = z.infer<typeof userIdSchema>;
export const userRefSchema = z.object({ id: userIdSchema });
/** Of something that belongs to a person. */
export const ofUserSchema = z.object({ userId: userIdSchema });

/**
 * The public handle of an order: it opens the payment page and nothing else of a person's data.
 * Any 8-4-4-4-12 form is taken, so that the uuids of an imported history need not follow RFC 9562.
 */
export const orderIdSchema = z.guid().lowercase();

/** A payout request; older books brought ids of their own making. */
export const payoutIdSchema = z.string().min(1).max(64);

export const productIdSchema = rowId();
export const addressIdSchema = rowId();

/** Made by the client and kept until answered, so that a retry is the same command. */
export const commandIdSchema = z.guid().lowercase();
