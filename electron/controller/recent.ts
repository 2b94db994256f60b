/** The values that were asked for last, up to a limit; the one that was not needed for longest goes first. */
export class Recent<Value extends object> {
  readonly #limit: number;
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(key: string): Value | undefined {
    const value = this.#values.get(key);
    return value === undefined ? undefined : this.keep(key, value);
  }

  /** Returns what it was given. */
  keep(key: string, value: Value): Value {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#limit) this.#forgetOldest();
    return value;
  }

  /** The value of a key, made when it is not at hand. */
  get(key: string, make: () => Value): Value {
    return this.find(key) ?? this.keep(key, make());
  }

  clear(): void {
    this.#values.clear();
  }

  #forgetOldest(): void {
    for (const key of this.#values.keys()) {
      this.#values.delete(key);
      return;
    }
  }
}
