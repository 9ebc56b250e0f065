import { expect, onTestFinished, test } from "vitest";
import { runChaos } from "../chaos/chaos.ts";

/** A short run of `npm run chaos`. */
// shows R61, R62, R68, R73
test("nothing is lost, duplicated, partial or invented while portals, database and connections are killed", async () => {
  const wanted = { seed: 42, minutes: 4, commands: 250, kills: 5 };
  const report = await runChaos({ ...wanted, note: () => {}, onEnd: onTestFinished });

  expect(report.problems).toEqual([]);
  expect(report.acknowledged).toBeGreaterThanOrEqual(wanted.commands);
  const { portal, database, backend } = report.killed;
  expect(portal + database + backend).toBeGreaterThanOrEqual(wanted.kills);
  expect(report.unanswered).toBe(0);
}, 600_000);
