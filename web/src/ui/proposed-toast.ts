import { showToast } from "./feedback.tsx";

/** Confirms that a change is done, or that it waits for a decision. */
export function showDone(proposalId: string | null, done = "Done!"): void {
  showToast(doneWords(proposalId, done));
}

export function doneWords(proposalId: string | null, done = "Done!"): string {
  return proposalId === null ? done : "Proposed. It waits under Decisions.";
}
