import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanCaptions, transcriptOf } from "./captions.rules.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const clean = (text: string) => cleanCaptions(bytes(text));

describe("captions", () => {
  test("keep their cues and positions, and nothing else", () => {
    const given = `\uFEFFWEBVTT Kind: captions; Language: en\r
\r
STYLE\r
::cue { background: url(https://elsewhere.test) }\r
\r
NOTE by somebody\r
\r
intro\r
00:01.000 --> 00:02.500 line:0 onclick=1 align:start\r
First, how many bottles.\r
\r
01:00:03.000 --> 01:00:04.000\r
<v Thandi>Two,\r
and a refill.\r
`;
    expect(clean(given)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500 line:0 align:start
First, how many bottles.

01:00:03.000 --> 01:00:04.000
<v Thandi>Two,
and a refill.
`);
  });

  test("that were sanitised stay unchanged", () => {
    const line = fc
      .stringMatching(/^[A-Za-z0-9 <>&;.'!/-]{1,40}$/)
      .filter((text) => text.trim() !== "" && !text.includes("-->"));
    const cues = fc.array(fc.tuple(fc.nat(9_999), fc.integer({ min: 1, max: 59 }), line), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(cues, (drawn) => {
        let at = 0;
        const blocks = drawn.map(([pause, length, words]) => {
          at += pause;
          const show = (seconds: number) =>
            `${String(Math.trunc(seconds / 3600)).padStart(2, "0")}:${String(Math.trunc(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}.000`;
          return `${show(at)} --> ${show(at + length)}\n${words}`;
        });
        const text = `WEBVTT\n\n${blocks.join("\n\n")}\n`;
        expect(clean(text)).toBe(text);
      }),
    );
  });

  test.for([
    ["a page", "<html><script>alert(1)</script></html>"],
    ["subtitles of another kind", "1\n00:00:01,000 --> 00:00:02,000\nHello\n"],
    ["no cue", "WEBVTT\n\nNOTE nothing\n"],
    ["a word that only begins like it", "WEBVTTX\n\n00:01.000 --> 00:02.000\nHello\n"],
    ["a cue that ends before it begins", "WEBVTT\n\n00:02.000 --> 00:01.000\nHello\n"],
    [
      "cues that run backwards",
      "WEBVTT\n\n00:05.000 --> 00:06.000\nB\n\n00:01.000 --> 00:02.000\nA\n",
    ],
    ["a time of no clock", "WEBVTT\n\n00:61.000 --> 00:62.000\nHello\n"],
    ["nothing", ""],
  ] as const)("are refused when they are %s", ([, text]) => {
    expect(() => clean(text)).toThrow("We could not read these captions.");
  });

  test("are refused when they are not UTF-8 text", () => {
    expect(() => cleanCaptions(Uint8Array.of(0x57, 0x45, 0xff, 0xfe))).toThrow("WebVTT");
  });
});

test("a transcript is the spoken text", () => {
  const vtt = clean(
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Thandi><i>Salt</i> &amp;\nwater\n\n00:03.000 --> 00:04.000\n1 &lt; 2\n",
  );
  expect(transcriptOf(vtt)).toBe("Salt & water\n\n1 < 2\n");
});
