import { useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import { useReadAgain } from "../api/read-again.ts";

export type Outcome<Task, Answer> = Readonly<
  { task: Task } & ({ isDone: true; answer: Answer } | { isDone: false; error: unknown })
>;

/**
 * Sends one command for each of several tasks, one after the other, so that a refusal leaves the others alone. Then it reads
 * again what is on the screen, and calls `onEnd`. Until a task has succeeded, the same request of it has the same command id.
 */
export function useEachCommand<Task, Answer>(
  send: (task: Task, commandId: string) => Promise<Answer>,
  options: Readonly<{
    /** The tasks after one that failed are left out. */
    stopsAtFailure?: true;
    onEach?: (outcome: Outcome<Task, Answer>) => void;
    onEnd?: (outcomes: readonly Outcome<Task, Answer>[]) => void;
  }>,
) {
  const readScreenAgain = useReadAgain();
  const commandIds = useRef(new Map<string, string>());
  const isStarted = useRef(false);
  const [isRunning, setRunning] = useState(false);

  async function outcomeOf(task: Task): Promise<Outcome<Task, Answer>> {
    const request = JSON.stringify(task);
    const commandId = commandIds.current.get(request) ?? newId();
    commandIds.current.set(request, commandId);
    try {
      const answer = await send(task, commandId);
      commandIds.current.delete(request);
      return { task, isDone: true, answer };
    } catch (error) {
      return { task, isDone: false, error };
    }
  }

  async function start(tasks: readonly Task[]): Promise<void> {
    if (isStarted.current) return;
    isStarted.current = true;
    setRunning(true);
    const outcomes: Outcome<Task, Answer>[] = [];
    for (const task of tasks) {
      const outcome = await outcomeOf(task);
      outcomes.push(outcome);
      options.onEach?.(outcome);
      if (options.stopsAtFailure && !outcome.isDone) break;
    }
    await readScreenAgain();
    isStarted.current = false;
    setRunning(false);
    options.onEnd?.(outcomes);
  }
  return { start, isRunning };
}
