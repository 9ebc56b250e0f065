import { showToast } from "./feedback.tsx";

/** Says whether it is done, or waits for second approval under Decisions. */
export function showDone(proposalId: string | null, done = "Done!"): void {
  showToast(proposalId === null ? done : "Waiting for second approval under Decisions.");
}
