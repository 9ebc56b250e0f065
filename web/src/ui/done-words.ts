/** That a change is done, or that it waits for a decision. */
export function doneWords(proposalId: string | null, done = "Done!"): string {
  return proposalId === null ? done : "Proposed. It waits under Decisions.";
}
