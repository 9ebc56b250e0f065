import { parseArgs } from "node:util";
import { runChaos } from "../chaos/chaos.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { parseCommandLine, runScript } from "./run-script.ts";

const note = (sentence: string) => console.error(sentence);

/** `npm run chaos -- --minutes N --seed S`: exit code 0 if nothing was lost, duplicated, partial or invented, else 1. */
await runScript(async ({ onEnd }) => {
  const report = await runChaos({ ...readArguments(), note, onEnd });
  console.log(JSON.stringify(report, null, 2));
  return report.problems.length === 0 ? 0 : 1;
});

function readArguments() {
  const { minutes, seed, commands, kills } = parseCommandLine(
    "npm run chaos [-- --minutes N] [--seed S] [--commands N] [--kills N]",
    () =>
      parseArgs({
        options: {
          minutes: { type: "string", default: "20" },
          seed: { type: "string" },
          commands: { type: "string", default: "30000" },
          kills: { type: "string", default: "50" },
        },
      }).values,
  );
  return {
    minutes: wholeNumber("minutes", minutes),
    seed: wholeNumber("seed", seed ?? String(Date.now() % 1_000_000)),
    commands: wholeNumber("commands", commands),
    kills: wholeNumber("kills", kills),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new StartError(`--${name} ${text} is not a whole number.`, { exitCode: 2 });
  return Number(text);
}
