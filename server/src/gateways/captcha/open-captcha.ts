import type { Database } from "../../platform/db/database.ts";
import { altcha } from "./altcha.ts";
import type { Captcha } from "./captcha.ts";
import { noCaptcha } from "./no-captcha.ts";
import { recaptcha } from "./recaptcha.ts";

export type CaptchaSettings = Readonly<{
  mode: "altcha" | "recaptcha" | "off";
  siteKey: string;
  secret: string;
}>;

export function openCaptcha(db: Database, settings: CaptchaSettings, publicUrl: string): Captcha {
  const { mode, siteKey, secret } = settings;
  switch (mode) {
    case "altcha":
      return altcha(db, { now: () => new Date().toISOString() });
    case "recaptcha":
      return recaptcha({ siteKey, secret, hostname: new URL(publicUrl).hostname });
    case "off":
      return noCaptcha();
  }
}
