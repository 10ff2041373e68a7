// A map of limited size that drops the entry set longest ago, for caches.

export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    for (const oldest of this.keys()) {
      if (this.size < this.#maxSize) break;
      this.delete(oldest);
    }
    return super.set(key, value);
  }
}
