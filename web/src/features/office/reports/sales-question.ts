import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import {
  buyerKinds,
  type SalesGroup,
  type SalesSort,
  salesGroups,
  salesMethods,
} from "@portal/shared/office/reports/sales-terms.ts";
import { type Region, regions } from "@portal/shared/platform/region.ts";
import type { ListState } from "../../../ui/list/use-list-state.ts";
import { type ChosenPeriod, periodIn } from "./period-picker.tsx";

type Address = Pick<ListState<SalesSort>, "param" | "search" | "sort">;

/** Groups whose rows have a name to search for. */
const searchable: ReadonlySet<SalesGroup> = new Set(["person", "product"]);

export function canBeSearched(groupBy: SalesGroup): boolean {
  return searchable.has(groupBy);
}

/** What the address asks for; what it cannot mean is left out. */
export function questionIn(
  { param, search, sort }: Address,
  region: Region,
): SalesQuestion & { period: ChosenPeriod } {
  const period = periodIn(param, region, "this-month");
  const groupBy = salesGroups.find((known) => known === param("group")) ?? "product";
  const asked = regions.find((known) => known === param("region"));
  const role = buyerKinds.find((known) => known === param("role"));
  const method = salesMethods.find((known) => known === param("method"));
  const sellerId = numberIn(param("seller"));
  const productId = numberIn(param("product"));
  return {
    period,
    from: period.from,
    to: period.to,
    groupBy,
    sort: { ...sort },
    ...(asked && { region: asked }),
    ...(role && { role }),
    ...(method && { method }),
    ...(sellerId !== null && { sellerId }),
    ...(productId !== null && { productId }),
    ...(search && canBeSearched(groupBy) && { search: search.slice(0, 100) }),
  };
}

/** Where the same is had as a file. */
export function exportAddress(question: SalesQuestion, format: "xlsx" | "csv"): string {
  const { sort, ...rest } = question;
  const fields = { ...rest, sort: sort.by, direction: sort.direction, format };
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || typeof value === "object" ? [] : [[name, String(value)]],
    ),
  );
  return `/api/sales-report/export?${query.toString()}`;
}

function numberIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
