import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { argon2Passwords } from "./passwords.ts";

const [composed, decomposed] = ["Caf\u00E9-1234!", "Cafe\u0301-1234!"];
const passwords = argon2Passwords();

test("a password is the same whether its accents are one character or two", async () => {
  for (const made of [composed, decomposed])
    for (const typed of [composed, decomposed])
      expect(await passwords.isRight(await passwords.hash(made), typed)).toBe(true);
  expect(await passwords.isRight(await passwords.hash(composed), "Cafe-1234!")).toBe(false);
});

test("a hash of an earlier release, of what was sent then, goes on working", async () => {
  for (const typed of [composed, decomposed])
    expect(await passwords.isRight(await hash(decomposed), typed)).toBe(true);
});

test("an unknown account has no right password", async () => {
  expect(await passwords.isRight(null, decomposed)).toBe(false);
});
