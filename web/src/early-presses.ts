/** Buttons of the drawn page that were pressed before their code had come, in their order (prerender-plugin.ts). */
type DrawnPage = typeof window & { earlyPresses?: HTMLButtonElement[] };

/** Once the page answers presses, it answers those too, each of them drawn before the next. */
export function answerEarlyPresses(): void {
  const page: DrawnPage = window;
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
