/** An event without its metadata. The type is in the past tense; the data never change. */
export type Fact = Readonly<{ type: string; data: object }>;

/** A command with these data, which are often those of the event that it causes. */
export type CommandOf<Type extends string, Data> = Readonly<Data & { type: Type }>;

/**
 * The rules of one kind of stream, without side effects: time, ids and random numbers come with the command. `evolve`
 * throws a DomainError for an event that cannot follow the state (a payment before the order, a cycle in the tree), so
 * that an import obeys the same rules.
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
 * A persistent map: `with` returns a new version and leaves the old one as it was. The newest version is a plain `Map`
 * and as fast, because a fold over ten thousand events that copied a map for each would take quadratic time. An older
 * version is stored as its difference from the next; reading it costs walking back to it.
 */
export type VersionedMap<Key, Value> = Readonly<{
  get: (key: Key) => Value | undefined;
  with: (key: Key, value: Value) => VersionedMap<Key, Value>;
}>;

export function emptyVersionedMap<Key, Value>(): VersionedMap<Key, Value> {
  return versionIn({ version: { newest: new Map<Key, Value>() } });
}

/** Either the map itself, or the value of one key before the next version changed it. */
type Version<Key, Value> = { newest: Map<Key, Value> } | Difference<Key, Value>;
type Difference<Key, Value> = {
  key: Key;
  held: Value | undefined;
  next: { version: Version<Key, Value> };
};

function versionIn<Key, Value>(cell: { version: Version<Key, Value> }): VersionedMap<Key, Value> {
  return {
    get: (key) => moveMapTo(cell).get(key),
    with(key, value) {
      const map = moveMapTo(cell);
      const next = { version: cell.version };
      cell.version = { key, held: map.get(key), next };
      map.set(key, value);
      return versionIn(next);
    },
  };
}

/** Makes this version the owner of the map, and turns every version in between into a difference. */
function moveMapTo<Key, Value>(cell: { version: Version<Key, Value> }): Map<Key, Value> {
  const behind: { version: Version<Key, Value> }[] = [];
  let at = cell;
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
