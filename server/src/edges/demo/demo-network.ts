import type { Agenda } from "./agenda.ts";
import type { DemoMember, DemoPerson } from "./demo-people.ts";
import { demoIds } from "./demo-people.ts";
import type { DemoTime } from "./demo-time.ts";
import type { HistoryWriter } from "./history-writer.ts";

/** Everybody joins; later some move, one rises, one leaves and one comes back. */
export function planNetwork(
  people: readonly DemoPerson[],
  { agenda, history, time }: Readonly<{ agenda: Agenda; history: HistoryWriter; time: DemoTime }>,
): void {
  const at = (day: number, happen: (at: number) => void): void => {
    agenda.add(time.on(day, "08:00"), happen);
  };
  for (const { id, member, joinedOnDay } of people)
    if (member) at(joinedOnDay, (when) => history.record(when, enrolment(id, member)));

  const unnamed = people.filter(({ id }) => !isNamed(id));
  const at2 = unnamed.filter(({ member }) => levelOf(member) === 2);
  const at3 = unnamed.filter(({ member }) => levelOf(member) === 3);
  const stockists = unnamed.filter(({ role }) => role === "stockist");
  const levelOnes = people.filter(({ member }) => levelOf(member) === 1);

  const [movedTwo, ...otherTwos] = at2;
  const newParent = levelOnes.find(({ id }) => id !== movedTwo?.member?.parentId);
  if (movedTwo && newParent)
    at(225, (when) => history.record(when, moved(movedTwo.id, newParent.id)));

  // A level 2 below Anna rises beside her, so that her tree shows both lives.
  const rising = otherTwos.find(({ member }) => member?.parentId === demoIds.anna);
  if (rising)
    at(250, (when) =>
      history.record(when, { type: "DistributorUplifted", data: { userId: rising.id } }),
    );

  const newUpline = otherTwos.find(({ id }) => id !== rising?.id);
  const movedThree = at3.find(({ member }) => member?.parentId !== newUpline?.id);
  if (movedThree && newUpline)
    at(230, (when) => history.record(when, moved(movedThree.id, newUpline.id)));

  const [movedStockist, changedStockist] = stockists.slice(1);
  if (movedStockist)
    at(235, (when) =>
      history.record(when, {
        type: "StockistMoved",
        data: { userId: movedStockist.id, parentId: demoIds.cara },
      }),
    );
  const [renamed] = at3.filter(({ id }) => id !== movedThree?.id);
  if (renamed)
    at(260, (when) =>
      history.record(when, {
        type: "MemberCodeChanged",
        data: { userId: renamed.id, code: `SHOP-${renamed.id}` },
      }),
    );
  if (changedStockist) at(240, (when) => history.record(when, betterTerms(changedStockist)));

  const [left, paused] = at3.filter(({ id }) => id !== movedThree?.id).slice(-2);
  if (left)
    at(300, (when) =>
      history.record(when, { type: "MemberDeactivated", data: { userId: left.id } }),
    );
  if (paused) {
    at(245, (when) =>
      history.record(when, { type: "MemberDeactivated", data: { userId: paused.id } }),
    );
    at(290, (when) =>
      history.record(when, { type: "MemberReactivated", data: { userId: paused.id } }),
    );
  }
}

type NetworkFact = Parameters<HistoryWriter["record"]>[1];

function enrolment(userId: number, { parentId, code, standing }: DemoMember): NetworkFact {
  return "level" in standing
    ? { type: "DistributorEnrolled", data: { userId, level: standing.level, parentId, code } }
    : { type: "StockistEnrolled", data: { userId, parentId, ...standing, code } };
}

function moved(userId: number, parentId: number): NetworkFact {
  return { type: "DistributorMoved", data: { userId, parentId } };
}

function betterTerms({ id, member }: DemoPerson): NetworkFact {
  const standing = member?.standing;
  if (!standing || "level" in standing) throw new Error(`person ${id} is not a stockist`);
  return {
    type: "StockistTermsChanged",
    data: { userId: id, ...standing, marginBps: standing.marginBps + 300, distributorBps: 800 },
  };
}

function levelOf(member: DemoMember | null): number | null {
  return member && "level" in member.standing ? member.standing.level : null;
}

function isNamed(id: number): boolean {
  return Object.values(demoIds).some((named) => named === id);
}
