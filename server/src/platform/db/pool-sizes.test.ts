import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leastConnections, poolSizes, usualConnections } from "./pool-sizes.ts";

const roles = ["web", "worker", "all"] as const;
/** What a process has beside its pools. */
const besides = { web: 1, worker: 7, all: 8 };

describe("the connections of a process", () => {
  test.each(roles)("are all divided, with some for every kind of work, as %s", (role) => {
    fc.assert(
      fc.property(fc.integer({ min: leastConnections[role], max: 500 }), (connections) => {
        const { requests, reads, jobs, ledger } = poolSizes(role, connections);

        expect(requests + reads + jobs + ledger + besides[role]).toBe(connections);
        expect(Math.min(requests, reads, ledger)).toBeGreaterThan(0);
        expect(jobs > 0).toBe(role !== "web");
      }),
    );
  });

  test("are twelve by default for a web process and for a worker", () => {
    expect(usualConnections).toEqual({ web: 12, worker: 12, all: 20 });
  });
});
