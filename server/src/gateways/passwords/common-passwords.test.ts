import { describe, expect, test } from "vitest";
import { commonPasswords } from "./passwords.ts";

const isCommon = commonPasswords();
const nobody: readonly string[] = [];

// shows R34, T43
describe("a password that satisfies every rule", () => {
  test.for([
    "Passw0rd!",
    "Password1!",
    "P@ssw0rd1",
    "Welcome1!",
    "Qwerty123!",
    "Abcd1234!",
    "Admin123!",
    "Iloveyou1!",
    "Passw0rd!Passw0rd!",
    "Aa1!".repeat(8),
  ])("is easy to guess: %s", async (password) => {
    expect(await isCommon(password, nobody)).toBe(true);
  });

  test.for(["Correct-1234!", "Demo-1234!", "Secret-1234!", "hT7#mQ2!vLx9", "Ünïcode-42-ß"])(
    "is accepted: %s",
    async (password) => {
      expect(await isCommon(password, nobody)).toBe(false);
    },
  );

  test("is easy to guess if it is the person's own name", async () => {
    expect(await isCommon("Wolmarans1!", nobody)).toBe(false);
    expect(await isCommon("Wolmarans1!", ["Theunis", "Wolmarans"])).toBe(true);
    expect(await isCommon("Wolmarans1!", ["theunis.wolmarans@shop.test"])).toBe(true);
  });
});
