import { describe, expect, test } from "vitest";
import { codeRequestCookie, deviceFrom } from "./browser.ts";

describe("the cookie of a code request", () => {
  test.for([
    ["https://shop.example", "; Secure"],
    ["http://localhost:3000", ""],
  ] as const)("of %s ends with %j", ([publicUrl, end]) => {
    expect(codeRequestCookie("an-id", { publicUrl })).toBe(
      `code-request=an-id; HttpOnly; Max-Age=600; Path=/; SameSite=Lax${end}`,
    );
  });
});

describe("the name of a device", () => {
  test.for([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1",
      "Safari on iPhone or iPad",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    ["curl/8.14", "A program"],
    ["<script>alert(1)</script>", "A program"],
    [undefined, "A program"],
  ] as const)("%s is %s", ([userAgent, device]) => {
    expect(deviceFrom(userAgent)).toBe(device);
  });
});
