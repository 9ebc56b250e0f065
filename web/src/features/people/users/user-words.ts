import type { ReactNode } from "react";
import type { OptionalFact } from "../../../ui/facts.tsx";

type Named = Readonly<{ firstName: string; lastName: string }> | Readonly<{ fullName: string }>;

/** A customer to convert, from the list or from the lookup of an email in use. */
export type Convertible = Readonly<{ id: number }> & Named;

export function nameOf(person: Named): string {
  return "fullName" in person ? person.fullName : `${person.firstName} ${person.lastName}`.trim();
}

/** A fact that is left out if it has no value. */
export function optionalFact(name: string, value: ReactNode): OptionalFact {
  return value !== null && value !== "" && { name, value };
}
