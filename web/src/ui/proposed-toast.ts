import { showToast } from "./feedback.tsx";

/** Says whether it is done, or waits for a second admin under Decisions. */
export function showDone(proposalId: string | null, done = "Done!"): void {
  showToast(proposalId === null ? done : "Waits for a second admin, under Decisions");
}
