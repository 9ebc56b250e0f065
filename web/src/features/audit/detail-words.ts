import { plainAmount } from "../../ui/amount.ts";

const names: Readonly<Record<string, string>> = {
  paidOn: "paid on",
  receivedOn: "received on",
  parentId: "parent",
  sellerId: "seller",
  orderId: "order",
};

/** "reason: asked by phone; paid on: 2026-03-09": what was written down of a thing that was done. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${nameOf(name)}: ${valueOf(name, value)}`)
    .join("; ");
}

/** "stockistMargin" is "stockist margin". */
function nameOf(name: string): string {
  return names[name] ?? name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function valueOf(name: string, value: unknown): string {
  if (typeof value === "number" && /amount$/i.test(name)) return plainAmount(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => valueOf(name, one)).join(", ");
  return typeof value === "string" || typeof value === "number"
    ? String(value)
    : JSON.stringify(value);
}
