import type { Captcha } from "./captcha.ts";

/** `CAPTCHA_MODE=off`, for tests only: everybody is a person. */
export function noCaptcha(): Captcha {
  return {
    challenge: async () => null,
    isSolved: async () => true,
    forgetExpired: async () => {},
  };
}
