import { createPersonalStore, readStoredJson, writeStored } from "../../../session/store.ts";

/** An order that was placed in this browser. Nothing else of it is kept: what it is and costs is asked of the server. */
type UnpaidOrder = Readonly<{
  uuid: string;
  /** When it is forgotten, in milliseconds since 1970. */
  until: number;
}>;

const key = "unpaid-orders-1";
const keptMs = 7 * 24 * 3600_000;
/** Each is asked for when the shop opens. */
const keptMax = 5;
const none: readonly UnpaidOrder[] = [];
const store = createPersonalStore(stored, none);

/** The orders placed here that were not known to be paid, the latest first. */
export const useUnpaidOrders = store.useValue;

export function keepUnpaid(uuid: string): void {
  const others = stored().filter((order) => order.uuid !== uuid);
  write([{ uuid, until: Date.now() + keptMs }, ...others].slice(0, keptMax));
}

/** Paid, cancelled, unknown to the server, or not wanted here any more. */
export function forgetUnpaid(uuid: string): void {
  write(stored().filter((order) => order.uuid !== uuid));
}

/** Another tab may have placed or paid one since. */
function write(orders: readonly UnpaidOrder[]): void {
  writeStored("localStorage", key, orders.length > 0 ? JSON.stringify(orders) : null);
  store.set(orders);
}

/** The stored value may come from another version of this page, or from the console. */
function stored(): readonly UnpaidOrder[] {
  const value = readStoredJson("localStorage", key);
  return Array.isArray(value)
    ? value.filter(isUnpaid).filter(({ until }) => until > Date.now())
    : none;
}

function isUnpaid(value: unknown): value is UnpaidOrder {
  if (typeof value !== "object" || value === null) return false;
  const order: Partial<Record<keyof UnpaidOrder, unknown>> = value;
  return typeof order.uuid === "string" && typeof order.until === "number";
}
