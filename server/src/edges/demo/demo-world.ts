import type { MemberRow } from "../../platform/read-model/projection-rows.ts";
import type { Agenda } from "./agenda.ts";
import type { DemoPerson } from "./demo-people.ts";
import type { DemoTime } from "./demo-time.ts";
import type { HistoryWriter } from "./history-writer.ts";
import type { Random } from "./random.ts";

/** Everything that the parts of the generated year share. */
export type DemoWorld = Readonly<{
  random: Random;
  agenda: Agenda;
  history: HistoryWriter;
  time: DemoTime;
  people: readonly DemoPerson[];
  /** The first recipient of each order, which is whose browser it came from. */
  placed: { orderId: string; addressId: number }[];
  addressesOf: (personId: number | null) => readonly [number, ...number[]];
}>;

/** An active member of a kind who is there by now, the busy ones more often. */
export function pickMember(
  { random, people, history }: DemoWorld,
  kinds: readonly MemberRow["kind"][],
): MemberRow | null {
  const there: MemberRow[] = [];
  for (const { id, member } of people) {
    const row = history.books.members.get(id);
    if (!member || !row?.active || !kinds.includes(row.kind)) continue;
    for (let times = 0; times < member.weight; times++) there.push(row);
  }
  const [first, ...rest] = there;
  return first ? random.pick([first, ...rest]) : null;
}
