import { parseArgs } from "node:util";
import { runChaos } from "../chaos/chaos.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { runScript } from "./run-script.ts";

/** `npm run chaos -- --minutes N --seed S`: 0 when nothing was lost, doubled, halved or invented, else 1. */
await runScript(async ({ onEnd }) => {
  const report = await runChaos({ ...readArguments(), note: say, onEnd });
  console.log(JSON.stringify(report, null, 2));
  return report.problems.length === 0 ? 0 : 1;
});

function say(sentence: string): void {
  console.error(sentence);
}

function readArguments() {
  const { minutes, seed, commands, kills } = parse();
  return {
    minutes: wholeNumber("minutes", minutes),
    seed: wholeNumber("seed", seed ?? String(Date.now() % 1_000_000)),
    commands: wholeNumber("commands", commands),
    kills: wholeNumber("kills", kills),
  };
}

function parse() {
  try {
    return parseArgs({
      options: {
        minutes: { type: "string", default: "20" },
        seed: { type: "string" },
        commands: { type: "string", default: "30000" },
        kills: { type: "string", default: "50" },
      },
    }).values;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `npm run chaos [-- --minutes N] [--seed S] [--commands N] [--kills N]: ${message}`,
      { exitCode: 2, cause },
    );
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new StartError(`--${name} ${text} is not a whole number.`, { exitCode: 2 });
  return Number(text);
}
