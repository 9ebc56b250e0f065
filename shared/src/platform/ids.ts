import { z } from "zod/mini";

/** Limited to PostgreSQL's integer, so that larger ids are refused by validation and not by the database. */
const rowId = () => z.int().check(z.positive(), z.maximum(2_147_483_647));
export const rowIdSchema = rowId();

/** Members of the network have the ids of their users. */
export const userIdSchema = rowId();
export type UserId = z.infer<typeof userIdSchema>;
export const userRefSchema = z.strictObject({ id: userIdSchema });
/** References something that belongs to a user. */
export const ofUserSchema = z.strictObject({ userId: userIdSchema });

/**
 * The public handle of an order: it gives access to the payment page and to no personal data. Any 8-4-4-4-12 form is
 * accepted, because the UUIDs of an imported history may not follow RFC 9562.
 */
export const orderIdSchema = z.guid().check(z.lowercase());

/** Of an order, from 1 on. */
export const sectionNumberSchema = z.int().check(z.minimum(1), z.maximum(1000));

/** Not a UUID, because imported payout requests have ids in other formats. */
export const payoutIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

export const productIdSchema = rowId();
export const addressIdSchema = rowId();

/** The idempotency key of a command: created by the client and reused in every retry. */
export const commandIdSchema = z.guid().check(z.lowercase());

/** Of mutations that need no id of their own: any may be sent with one, so that a program sends all of them alike. */
export const command = { commandId: z.optional(commandIdSchema) };
/** The input of a mutation without fields. */
export const commandSchema = z.optional(z.strictObject(command));
/** The input of a query without fields. */
export const nothingSchema = z.optional(z.strictObject({}));
/** The input of a mutation about a user. */
export const userCommandSchema = z.extend(userRefSchema, command);
