import "altcha/external";
import type { AltchaGlobal, Challenge } from "altcha/types";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";
import ShaWorker from "altcha/workers/sha?worker";

export type { Challenge };

declare global {
  var $altcha: AltchaGlobal;
}

// The widget without its own copies of the workers, which would be made from text: our pages run no
// script that is not a file of ours.
for (const bits of [256, 384, 512]) {
  globalThis.$altcha.algorithms.set(`PBKDF2/SHA-${bits}`, () => new Pbkdf2Worker());
  globalThis.$altcha.algorithms.set(`SHA-${bits}`, () => new ShaWorker());
}

/** Nobody sees the widget: it is only there to work, and is taken away again. */
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
