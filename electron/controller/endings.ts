/** Ends what was started, in reverse. */
export class Endings {
  readonly #endings: (() => unknown)[] = [];

  add(ending: () => unknown): void {
    this.#endings.push(ending);
  }

  /** Runs every ending, also after one of them failed; throws the first failure at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const ending of this.#endings.splice(0).reverse()) {
      try {
        await ending();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
