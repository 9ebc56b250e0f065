import { openAppend } from "./append.ts";
import type { Contest, Measured, OpenScenario, Scenario, Stage } from "./contest.ts";
import { readConditions } from "./durability.ts";
import { openLimits } from "./limits.ts";
import { openOrdersOverHttp } from "./orders-over-http.ts";
import { waitUntilQuiet } from "./quiet-machine.ts";
import { openPages } from "./pages.ts";
import { openPeers } from "./peers.ts";
import { openProcesses } from "./processes.ts";
import type { BenchResults, ContestResult, WaitResult } from "./report.ts";
import { openReads } from "./reads.ts";
import { openRebuild } from "./rebuild.ts";
import { administer } from "./scratch-database.ts";
import { type Round, summarize, summarizeWait } from "./summary.ts";

const scenarios: Readonly<Record<string, OpenScenario>> = {
  append: openAppend,
  rebuild: openRebuild,
  orders: openOrdersOverHttp,
  reads: openReads,
  limits: openLimits,
  pages: openPages,
  peers: openPeers,
  processes: openProcesses,
};
export const scenarioNames = Object.keys(scenarios);
/** Only by name: a run of all has to end within minutes. */
export const scenariosOnRequest: readonly string[] = ["peers", "processes"];

const roundsOfFullRun = 5;
const roundsOfQuickRun = 1;

/** Measures the named scenarios, alternating between limit and product. */
export async function runBench(
  stage: Stage & Readonly<{ names: readonly string[] }>,
): Promise<BenchResults> {
  const conditions = await readConditions(stage.serverUrl);
  const notes: string[] = [];
  const noting = {
    ...stage,
    note(sentence: string) {
      notes.push(sentence);
      stage.note(sentence);
    },
  };
  const isJudged = conditions.isDurable && !stage.isQuick;
  const contests: ContestResult[] = [];
  const waits: WaitResult[] = [];
  let busyWindows = 0;
  for (const [name, open] of Object.entries(scenarios)) {
    if (!stage.names.includes(name)) continue;
    const scenario = await open(noting);
    try {
      const measured = await runRounds(scenario, stage);
      await scenario.verify();
      contests.push(
        ...measured.rounds.map(({ contest, rounds }) => summarize(contest, rounds, isJudged)),
      );
      waits.push(...(scenario.waits ?? []).map((wait) => summarizeWait(wait, !stage.isQuick)));
      busyWindows += measured.busyWindows;
    } finally {
      await scenario.close();
    }
  }
  const { measuredAt, isQuick } = stage;
  return { measuredAt, isQuick, conditions, busyWindows, notes, contests, waits };
}

type Rounds = Readonly<{ contest: Contest; rounds: Round[] }>;

async function runRounds(
  { contests }: Scenario,
  stage: Stage,
): Promise<{ rounds: Rounds[]; busyWindows: number }> {
  const all = contests.map((contest): Rounds => ({ contest, rounds: [] }));
  const roundsMax = stage.isQuick ? roundsOfQuickRun : roundsOfFullRun;
  let busyWindows = 0;
  const window = async (work: () => Promise<Measured>): Promise<Measured> => {
    await administer(stage.serverUrl, "checkpoint");
    if (!stage.isQuick && !(await waitUntilQuiet())) busyWindows += 1;
    return work();
  };

  for (let round = 0; round < roundsMax; round++) {
    for (const { contest, rounds } of shuffled(all)) {
      if (round >= (contest.roundsMax ?? roundsMax)) continue;
      const measured = await inTurn(contest, window);
      rounds.push(measured);
      const ratio = (measured.product.perSecond / measured.limit.perSecond).toFixed(3);
      stage.note(`round ${round + 1}: ${contest.name}: ${ratio} of ${contest.limitName}`);
    }
  }
  return { rounds: all, busyWindows };
}

/** The order is random, because the second measurement has warmer caches. */
async function inTurn(
  { limit, product }: Contest,
  window: (work: () => Promise<Measured>) => Promise<Measured>,
): Promise<Round> {
  if (Math.random() < 0.5) {
    const first = await window(limit);
    return { limit: first, product: await window(product) };
  }
  const first = await window(product);
  return { limit: await window(limit), product: first };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
