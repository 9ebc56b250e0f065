import { createAgenda } from "./agenda.ts";
import { createDemoAddresses, type DemoAddress } from "./demo-addresses.ts";
import { correctNewestAddress } from "./demo-corrections.ts";
import { planNetwork } from "./demo-network.ts";
import { planOrders } from "./demo-orders.ts";
import { planPayouts } from "./demo-payouts.ts";
import { createDemoPeople } from "./demo-crowd.ts";
import type { DemoPerson } from "./demo-people.ts";
import { createDemoTime, type DemoTime } from "./demo-time.ts";
import type { DemoWorld } from "./demo-world.ts";
import { createHistoryWriter, type HistoryWriter } from "./history-writer.ts";
import { createRandom } from "./random.ts";

export type DemoHistory = Readonly<{
  people: readonly DemoPerson[];
  addresses: readonly DemoAddress[];
  /** The ledger's events as lines of an import file. */
  lines: readonly string[];
  placed: DemoWorld["placed"];
  books: HistoryWriter["books"];
  time: DemoTime;
}>;

const seed = 20_260_101;
const daysOfHistory = 365;

/** A year of a made-up business up to a day; the same day always gives the same year, byte for byte. */
export function createDemoHistory(until: string): DemoHistory {
  const random = createRandom(seed);
  const agenda = createAgenda();
  const time = createDemoTime(until, daysOfHistory);
  const history = createHistoryWriter(random);
  const people = createDemoPeople(random);
  const { addresses, addressesOf } = createDemoAddresses(people, random);
  const world: DemoWorld = { random, agenda, history, time, people, placed: [], addressesOf };

  planNetwork(people, world);
  planOrders(world);
  planPayouts(world);
  agenda.runUntil(time.end);
  const corrected = correctNewestAddress(world, addresses);
  const { lines, books } = history;
  return {
    people,
    addresses: [...addresses, ...corrected],
    lines,
    placed: world.placed,
    books,
    time,
  };
}
