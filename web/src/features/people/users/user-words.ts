import type { ReactNode } from "react";
import type { Fact } from "../../../ui/facts.tsx";

type Named = Readonly<{ firstName: string; lastName: string }> | Readonly<{ fullName: string }>;

/** A customer to convert, from the list or from the lookup of an email in use. */
export type Convertible = Readonly<{ id: number }> & Named;

export function nameOf(person: Named): string {
  return "fullName" in person ? person.fullName : `${person.firstName} ${person.lastName}`.trim();
}

/** A fact to be spread into a list of facts; none if it has no value. */
export function optionalFact(name: string, value: ReactNode): readonly Fact[] {
  return value === null || value === "" ? [] : [{ name, value }];
}
