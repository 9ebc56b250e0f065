import { z } from "zod/mini";
import { isCalendarDay } from "./calendar.ts";
import { required } from "./editing.ts";
import { limitedText, requiredText } from "./texts.ts";

// The kinds of field whose words the specification gives for every form of the office (section 5). A form takes those that it
// needs; amounts and whole numbers are in editing.ts, because their inputs give numbers and not texts.

const email = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/;
const phone = /^[+(]?\d[\d\s().-]{5,30}$/;

export const emailFieldSchema = requiredText(254, required).check(
  z.regex(email, "Please enter a valid email address"),
);

/** One address in each line. */
export const emailsFieldSchema = limitedText(10_000).check(
  z.refine((typed) => linesOf(typed).every((line) => line.length <= 254 && email.test(line)), {
    error: "Please enter email addresses",
  }),
  z.minLength(1, "Please enter email addresses"),
);

export const choicesFieldSchema = z
  .array(z.string())
  .check(z.minLength(1, "Please make at least one selection"));

export const saIdFieldSchema = requiredText(20, required).check(
  z.refine(isSaIdNumber, { error: "Please enter a valid SA ID number" }),
);

/** A number that `PhoneField` checks by the phone service too. */
export const phoneFieldSchema = requiredText(40, required).check(
  z.regex(phone, "Please check you've entered the number correctly!"),
);

/** A number that is only typed. */
export const telFieldSchema = requiredText(40, "Please enter a number").check(
  z.regex(phone, "Please enter a valid number"),
);

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A South African ID number: date of birth, four sequence digits, citizenship, one digit, and a Luhn check digit. */
export function isSaIdNumber(typed: string): boolean {
  if (!/^\d{13}$/.test(typed) || !isDay(typed.slice(0, 6))) return false;
  if (!/[012]/.test(typed.charAt(10))) return false;
  const sum = typed
    .split("")
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** "YYMMDD" without a century: 29 February is valid if it exists in either century. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  return ["19", "20"].some((century) => {
    return isCalendarDay(`${century}${year}-${month}-${day}`);
  });
}
