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

/**
 * A map whose every change gives a new map and leaves the old one as it was. The newest version is a
 * plain `Map` and as quick as one, which is what a fold over ten thousand facts needs: copying a map
 * per fact would take the square of that. An older version is a note of what differs from the next;
 * it can still be read, at the price of walking back to it.
 */
export type VersionedMap<Key, Value> = Readonly<{
  get: (key: Key) => Value | undefined;
  with: (key: Key, value: Value) => VersionedMap<Key, Value>;
}>;

export function emptyVersionedMap<Key, Value>(): VersionedMap<Key, Value> {
  return versionIn({ version: { newest: new Map<Key, Value>() } });
}

/** Either the map itself, or what one key held before the next version changed it. */
type Version<Key, Value> = { newest: Map<Key, Value> } | Difference<Key, Value>;
type Difference<Key, Value> = {
  key: Key;
  held: Value | undefined;
  next: { version: Version<Key, Value> };
};

function versionIn<Key, Value>(place: { version: Version<Key, Value> }): VersionedMap<Key, Value> {
  return {
    get: (key) => bringForward(place).get(key),
    with(key, value) {
      const map = bringForward(place);
      const next = { version: place.version };
      place.version = { key, held: map.get(key), next };
      map.set(key, value);
      return versionIn(next);
    },
  };
}

/** Makes this version the one that owns the map, and every one between a note of what differs. */
function bringForward<Key, Value>(place: { version: Version<Key, Value> }): Map<Key, Value> {
  const behind: { version: Version<Key, Value> }[] = [];
  let at = place;
  while (!("newest" in at.version)) {
    behind.push(at);
    at = at.version.next;
  }
  const { newest } = at.version;
  for (let older = behind.pop(); older; older = behind.pop()) {
    if ("newest" in older.version) continue;
    const { key, held } = older.version;
    at.version = { key, held: newest.get(key), next: older };
    if (held === undefined) newest.delete(key);
    else newest.set(key, held);
    older.version = { newest };
    at = older;
  }
  return newest;
}
