import { shop } from "./config.ts";
import { createStore } from "./session/store.ts";

const store = createStore<string>(() => shop.timeZone, shop.timeZone);

/** Days and times are shown in the office's time zone, whatever the device's is. */
export const officeTimeZone = store.get;
export const setOfficeTimeZone = store.set;
export const useOfficeTimeZone = store.useValue;
