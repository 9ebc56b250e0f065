import { z } from "zod/mini";
import { command, orderIdSchema } from "../platform/ids.ts";
import { ageBands } from "./owed.ts";

/** The most orders that can be chosen one by one: as many as a page of the list has. */
export const chosenRemindersMax = 100;
/** The most reminders of one press. */
export const remindersMax = 500;
/** Hours after an order was placed before its buyer is reminded. */
export const reminderAfterHours = 24;

/** Why an order gets no reminder. */
export const reminderObstacles = [
  "unknown",
  "not-live",
  "not-unpaid",
  "too-new",
  "no-address",
  "opted-out",
  "reminded-today",
  "same-address",
] as const;
export type ReminderObstacle = (typeof reminderObstacles)[number];

export const reminderObstacleWords: Readonly<Record<ReminderObstacle, string>> = {
  unknown: "Order not found",
  "not-live": "Test order",
  "not-unpaid": "Paid or cancelled",
  "too-new": `Placed less than ${reminderAfterHours} hours ago`,
  "no-address": "Buyer has no email address",
  "opted-out": "Buyer has stopped reminders",
  "reminded-today": "Buyer was reminded today",
  "same-address": "Buyer is reminded of an older order",
};

const fields = {
  /** Either these orders … */
  orderIds: z.optional(
    z.array(orderIdSchema).check(z.minLength(1), z.maxLength(chosenRemindersMax)),
  ),
  /** … or all unpaid orders of this age. */
  age: z.optional(z.enum(ageBands)),
};

type Chosen = Readonly<{ orderIds?: unknown; age?: unknown }>;
const isOne = ({ orderIds, age }: Chosen) => (orderIds === undefined) !== (age === undefined);
const notOne = { error: "Choose orders or an age.", path: ["orderIds"] };

/** Which unpaid orders the office wants to remind of. */
export const remindableSchema = z.strictObject(fields).check(z.refine(isOne, notOne));
export type Remindable = z.infer<typeof remindableSchema>;

export const remindSchema = z.strictObject({ ...command, ...fields }).check(z.refine(isOne, notOne));

/** By the secret of a link in a reminder. */
export const stopRemindersSchema = z.strictObject({ ...command, token: z.guid() });
