const key = "last-request-at";
let here = Date.now();

/** Each call keeps the session alive, in whichever tab it is made. */
export function rememberRequest(): void {
  here = Date.now();
  try {
    localStorage.setItem(key, String(here));
  } catch {
    // Storage is full or forbidden: each tab then knows of its own requests alone.
  }
}

/** In milliseconds since 1970: when this browser last asked the server for anything. */
export function lastRequestAt(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(key)) || 0);
  } catch {
    return here;
  }
}
