import type { LiveMessage } from "@portal/shared/platform/live.ts";

/** A user's open `events.live` subscription over HTTP. */
export type LiveStream = Readonly<{
  status: number;
  headers: Headers;
  /** The next message with its id; null once the server has ended the stream. */
  next: () => Promise<{ id: string; message: LiveMessage } | null>;
  /** The error that the server sent. */
  error: () => unknown;
  close: () => void;
}>;

/** `after` is the header `Last-Event-ID` of a reconnect. */
export async function openLiveStream(
  url: string,
  { token, after }: Readonly<{ token: string; after?: string }>,
): Promise<LiveStream> {
  const gone = new AbortController();
  const answer = await fetch(`${url}/trpc/events.live`, {
    signal: gone.signal,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "text/event-stream",
      ...(after === undefined ? {} : { "last-event-id": after }),
    },
  });
  let failure: unknown = null;
  const blocks = blocksOf(answer);
  return {
    status: answer.status,
    headers: answer.headers,
    error: () => failure,
    close: () => gone.abort(),
    async next() {
      for (;;) {
        const { value: block, done } = await blocks.next();
        if (done || block.get("event") === "return") return null;
        const data = block.get("data") ?? "";
        if (block.get("event") === "serialized-error") failure = JSON.parse(data);
        const id = block.get("id");
        if (id !== undefined) return { id, message: JSON.parse(data) };
      }
    },
  };
}

/** The events of a stream, each as its fields. */
async function* blocksOf(answer: Response): AsyncGenerator<Map<string, string>, void> {
  let text = "";
  if (!answer.body) return;
  for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n").filter(Boolean);
      text = text.slice(end + 2);
      const fields = lines.map((line): [string, string] => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon), line.slice(colon + 2)];
      });
      if (fields.length > 0) yield new Map(fields);
    }
  }
}
