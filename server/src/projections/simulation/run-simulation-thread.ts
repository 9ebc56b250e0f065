import { Worker } from "node:worker_threads";
import type { Simulation } from "../../network/commissions/plan-simulation.store.ts";
import type { AskedOfThread, SimulationMessage } from "./simulation-thread.ts";

export type RunSimulation = (
  asked: Omit<AskedOfThread, "databaseUrl">,
  onPosition: (position: number) => void,
) => Promise<Simulation>;

const timeoutMs = 240_000;

/**
 * Simulations on a thread of their own, with a connection of their own. One that takes longer than four
 * minutes is ended; so is the thread in every case.
 */
export function simulationsOn(databaseUrl: string): RunSimulation {
  return async (asked, onPosition) => {
    const worker = new Worker(new URL("./simulation-thread.ts", import.meta.url), {
      workerData: { ...asked, databaseUrl } satisfies AskedOfThread,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    const { promise, resolve, reject } = Promise.withResolvers<Simulation>();
    const timer = setTimeout(() => reject(new Error("the simulation took too long")), timeoutMs);
    worker.on("message", (message: SimulationMessage) => {
      if ("simulation" in message) resolve(message.simulation);
      else onPosition(message.position);
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("the simulation ended without a result")));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  };
}
