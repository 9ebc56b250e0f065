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

const chosen = {
  orderIds: z.array(orderIdSchema).check(z.minLength(1), z.maxLength(chosenRemindersMax)),
};
const ofAge = { age: z.enum(ageBands) };

/** Which unpaid orders the office wants to remind of: those that it chose, or all of an age. */
export const remindableSchema = z.union([z.strictObject(chosen), z.strictObject(ofAge)]);
export type Remindable = z.infer<typeof remindableSchema>;

export const remindSchema = z.union([
  z.strictObject({ ...command, ...chosen }),
  z.strictObject({ ...command, ...ofAge }),
]);

/** By the secret of a link in a reminder. */
export const stopRemindersSchema = z.strictObject({ ...command, token: z.guid() });
