import { z } from "zod/mini";
import { pagingFields, sortedBy } from "../platform/paging.ts";

/** For how many days something has been owed: up to 7, 30, 60, and longer. */
export const ageBands = ["to7", "to30", "to60", "over60"] as const;
export type AgeBand = (typeof ageBands)[number];

export const ageWords: Readonly<Record<AgeBand, string>> = {
  to7: "0 to 7 days",
  to30: "8 to 30 days",
  to60: "31 to 60 days",
  over60: "Over 60 days",
};

/** Minor units by age. */
export type AgedAmounts = Readonly<Record<AgeBand, number>>;

export const unpaidOrderSorts = ["placedAt", "outstanding"] as const;

/** A page of the orders that are not paid, of one age or of all. */
export const unpaidOrdersSchema = z.strictObject({
  age: z.optional(z.enum(ageBands)),
  page: pagingFields.page,
  pageSize: pagingFields.pageSize,
  sort: sortedBy(unpaidOrderSorts, "asc"),
});
export type UnpaidOrders = z.infer<typeof unpaidOrdersSchema>;

export const owedSorts = ["amount", "name"] as const;
export type OwedSort = (typeof owedSorts)[number];

/** A page of the members with commission, or of the people with store credit. */
export const owedPeopleSchema = z.strictObject({
  ...pagingFields,
  sort: sortedBy(owedSorts, "desc"),
});
export type OwedPeople = z.infer<typeof owedPeopleSchema>;
