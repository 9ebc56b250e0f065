import { describe, expect, test } from "vitest";
import { readLines } from "./import-lines.ts";

describe("readLines", () => {
  test("numbers lines across chunks and leaves out empty ones", async () => {
    const lines = await all(chunksOf("one\n\n  \r\ntw", "o\nthree"));

    expect(lines).toEqual([
      { number: 1, text: "one" },
      { number: 4, text: "two" },
      { number: 5, text: "three" },
    ]);
  });

  test("reads a character that is split between two chunks", async () => {
    const bytes = Buffer.from("Zoë\nNoël\n");

    const lines = await all(from([bytes.subarray(0, 3), bytes.subarray(3)]));

    expect(lines.map(({ text }) => text)).toEqual(["Zoë", "Noël"]);
  });

  test("accepts a byte order mark", async () => {
    expect(await all(chunksOf("\uFEFF{}\n"))).toEqual([{ number: 1, text: "{}" }]);
  });

  test("keeps a line when the stream reuses its buffer", async () => {
    const buffer = Buffer.from("ab");
    async function* reusing(): AsyncGenerator<Uint8Array> {
      yield buffer;
      buffer.write("cd");
      yield buffer;
    }

    expect(await all(reusing())).toEqual([{ number: 1, text: "abcd" }]);
  });

  test("names the line that is not UTF-8", async () => {
    const source = from([Buffer.from("fine\n"), Buffer.from([0x22, 0xff, 0x22, 0x0a])]);

    await expect(all(source)).rejects.toThrow("line 2: this is not UTF-8 text");
  });

  test.each([
    ["ended", "{}\n" + "x".repeat(20) + "\n"],
    ["never ended", "{}\n" + "x".repeat(20)],
  ])("names a line that is too long and is %s", async (_, text) => {
    await expect(all(chunksOf(text), 10)).rejects.toThrow("line 2 is longer than 10 bytes");
  });
});

async function all(
  source: AsyncIterable<Uint8Array>,
  bytesMax = 1000,
): Promise<{ number: number; text: string }[]> {
  const lines: { number: number; text: string }[] = [];
  for await (const batch of readLines(source, { bytesMax })) lines.push(...batch);
  return lines;
}

function chunksOf(...texts: string[]): AsyncIterable<Uint8Array> {
  return from(texts.map((text) => Buffer.from(text)));
}

async function* from(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}
