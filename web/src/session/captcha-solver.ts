import "altcha/external";
import type { AltchaGlobal, Challenge } from "altcha/types";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";
import ShaWorker from "altcha/workers/sha?worker";

export type { Challenge };

declare global {
  var $altcha: AltchaGlobal;
}

// The widget's built-in workers are created from text, which the content security policy refuses: it allows only
// scripts that are files of this origin.
for (const bits of [256, 384, 512]) {
  globalThis.$altcha.algorithms.set(`PBKDF2/SHA-${bits}`, () => new Pbkdf2Worker());
  globalThis.$altcha.algorithms.set(`SHA-${bits}`, () => new ShaWorker());
}

/** The widget only computes: it is hidden, and removed afterwards. */
export async function solveChallenge(challenge: Challenge): Promise<string | undefined> {
  const widget = document.createElement("altcha-widget");
  widget.hidden = true;
  document.body.append(widget);
  try {
    await customElements.whenDefined("altcha-widget");
    await widget.configure({
      challenge,
      humanInteractionSignature: false,
      minDuration: 0,
      workers: 2,
    });
    const solved = await widget.verify();
    return solved?.payload ?? undefined;
  } finally {
    widget.remove();
  }
}
