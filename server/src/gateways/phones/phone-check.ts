import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { Country } from "@portal/shared/platform/region.ts";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import type { Env } from "../../env.ts";

/**
 * A valid number in international form ("+27821234567"), or a message that says what is wrong; `isOfService`: the service
 * says so, and not the shop's own rules. `warning`: the service was not reached, and the own rules accept the number.
 */
export type CheckedPhone =
  | Readonly<{ valid: true; international: string; warning?: string }>
  | Readonly<{ valid: false; message: string; isOfService?: true }>;

/** Specification, section 5: "Phone numbers are checked by an external validation service". */
export type PhoneCheck = Readonly<{
  check: (typed: string) => Promise<CheckedPhone>;
}>;

/** @param phoneCountry the country of national numbers; read for each check, because the office can change it */
export function openPhoneCheck(
  { phoneCheckUrl: url }: Pick<Env, "phoneCheckUrl">,
  log: Log,
  phoneCountry: () => Promise<Country>,
): PhoneCheck {
  return {
    async check(typed) {
      const country = await phoneCountry();
      const check = url === null ? ownPhoneCheck(country) : numverify(url, country, log);
      return check.check(typed);
    },
  };
}

/** Without an external service: the rules of libphonenumber. */
export function ownPhoneCheck(country: Country): PhoneCheck {
  return {
    async check(typed) {
      const international = parsePhone(typed, country);
      return international === null
        ? { valid: false, message: "Please enter a valid number" }
        : { valid: true, international };
    },
  };
}

const timeoutMs = 4000;
/** Numbers have at least six digits. */
const couldBeNumber = /^[+\d\s().-]{6,30}$/;

const resultSchema = z.union([
  z.object({ valid: z.literal(true), international_format: z.string().regex(/^\+\d{7,15}$/) }),
  z.object({ valid: z.literal(false) }),
]);

/**
 * The service of the specification, section 5. While it does not answer, the rules of libphonenumber decide.
 *
 * @param url with the access key in it: `https://apilayer.net/api/validate?access_key=…`
 */
export function numverify(url: string, country: Country, log: Pick<Log, "warn">): PhoneCheck {
  const own = ownPhoneCheck(country);
  return {
    async check(typed) {
      if (!couldBeNumber.test(typed)) return own.check(typed);
      const international = parsePhone(typed, country);
      const result = await validate(url, international ?? typed, country).catch(
        (error: unknown) => {
          log.warn({ err: error }, "the phone service did not answer");
          return null;
        },
      );
      if (!result) return withWarning(await own.check(typed));
      return result.valid
        ? { valid: true, international: international ?? result.international_format }
        : {
            valid: false,
            message: "Please check you've entered the number correctly!",
            isOfService: true,
          };
    },
  };
}

/** The failure of the service is told, as section 8 of the specification has it, and stops nobody. */
function withWarning(checked: CheckedPhone): CheckedPhone {
  return checked.valid
    ? { ...checked, warning: "We could not check this number. Make sure that it is right." }
    : checked;
}

async function validate(service: string, number: string, country: Country) {
  const url = new URL(service);
  url.searchParams.set("number", number.replaceAll(/\D/g, ""));
  if (!number.startsWith("+")) url.searchParams.set("country_code", country);
  const response = await fetch(url, {
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Errors come with status 200 as well; they do not match the schema.
  return resultSchema.parse(await response.json());
}
