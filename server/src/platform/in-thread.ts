import { Worker } from "node:worker_threads";

type Thread<Message, Answer> = Readonly<{
  data: object;
  memoryMb: number;
  timeoutMs: number;
  tooLong: Error;
  /** Calls `answer` once; other messages may come before. */
  onMessage: (message: Message, answer: (answer: Answer) => void) => void;
}>;

/**
 * Runs a file on a worker thread until it answers. The thread is terminated in any case.
 *
 * @throws `tooLong`, what the thread throws, and an Error where it ends without an answer
 */
export async function inThread<Message, Answer = Message>(
  file: URL,
  { data, memoryMb, timeoutMs, tooLong, onMessage }: Thread<Message, Answer>,
): Promise<Answer> {
  const worker = new Worker(file, {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(tooLong), timeoutMs);
  worker.on("message", (message: Message) => onMessage(message, resolve));
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("the thread ended without an answer")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
