import { memberScreens } from "./member-screens.ts";
import { officeScreens } from "./office-screens.ts";

/** Every address behind the sign-in. */
export const screens = [...memberScreens, ...officeScreens];
