/** Buttons of the prerendered page that were pressed before hydration, in order (prerender-plugin.ts). */
type PrerenderedPage = typeof window & { earlyPresses?: HTMLButtonElement[] };

/** Replays the presses after hydration; each is rendered before the next. */
export function answerEarlyPresses(): void {
  const page: PrerenderedPage = window;
  const pressed = page.earlyPresses ?? [];
  delete page.earlyPresses;
  const answer = () => {
    const button = pressed.shift();
    if (!button) return;
    button.ariaBusy = null;
    if (button.isConnected) button.click();
    setTimeout(answer);
  };
  answer();
}
