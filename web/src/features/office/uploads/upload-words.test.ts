import { describe, expect, test } from "vitest";
import { bytesText, lengthText } from "./upload-cards.tsx";

describe("the size of a file", () => {
  test.for([
    [1, "1 KB"],
    [300_000, "293 KB"],
    [2_500_000, "2.4 MB"],
    [2_000_000_000, "1907 MB"],
  ] as const)("%d bytes are %s", ([bytes, text]) => {
    expect(bytesText(bytes)).toBe(text);
  });
});

describe("the length of a video", () => {
  test.for([
    [8, "0:08"],
    [245, "4:05"],
    [3750, "1:02:30"],
  ] as const)("%d seconds are %s", ([seconds, text]) => {
    expect(lengthText(seconds)).toBe(text);
  });
});
