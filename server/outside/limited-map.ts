// A map of limited size that evicts the least recently used entry.

export interface LimitedMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

export function limitedMap<Key, Value>(maxSize: number): LimitedMap<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxSize) break;
        entries.delete(oldest);
      }
    },
    delete: (key) => void entries.delete(key),
  };
}
