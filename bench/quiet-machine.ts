import { cpus } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

const sampleMs = 250;
const idleEnough = 0.85;
const patienceMs = 15_000;

/** Waits until the machine is mostly idle. @returns false after a timeout */
export async function waitUntilQuiet(): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) if ((await idleShare()) >= idleEnough) return true;
  return false;
}

async function idleShare(): Promise<number> {
  const before = times();
  await delay(sampleMs);
  const after = times();
  const total = after.total - before.total;
  return total === 0 ? 1 : (after.idle - before.idle) / total;
}

function times(): { idle: number; total: number } {
  const all = cpus().map((cpu) => cpu.times);
  const idle = all.reduce((sum, each) => sum + each.idle, 0);
  const total = all.reduce(
    (sum, { idle: rest, user, nice, sys, irq }) => sum + rest + user + nice + sys + irq,
    0,
  );
  return { idle, total };
}
