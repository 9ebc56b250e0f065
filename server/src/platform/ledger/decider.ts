/** Something that happened. The name is past tense; the data is a fact and never changes. */
export type Fact = Readonly<{ type: string; data: object }>;

/**
 * A decider holds the rules of one kind of stream and nothing else.
 *
 * `decide` answers "what happens if I ask for this now?" and `evolve` answers "what is true after
 * that happened?". Both are pure: a decider never reads a clock, a database or a random number, the
 * command brings them. `evolve` refuses a fact that cannot follow what is there (a payment before
 * the order, a cycle in the tree), with a DomainError; so an import is held to the same rules.
 */
export type Decider<State, Command, Event extends Fact> = Readonly<{
  initialState: State;
  decide: (command: Command, state: State) => readonly Event[];
  evolve: (state: State, event: Event) => State;
}>;

export function fold<State, Event extends Fact>(
  decider: Pick<Decider<State, never, Event>, "initialState" | "evolve">,
  history: readonly Event[],
): State {
  return history.reduce(decider.evolve, decider.initialState);
}
