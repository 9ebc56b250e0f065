import { showToast } from "./feedback.tsx";

/** Confirms that a change is done, or that it waits for second approval. */
export function showDone(proposalId: string | null, done = "Done!"): void {
  showToast(proposalId === null ? done : "Waiting for second approval under Decisions.");
}
