import type { LedgerPrint } from './judge.ts';
import type { Sheet } from './paper.ts';

/** The figures of one engine. */
export class EngineTally {
  readonly #kinds = new Map<string, number>();
  #faults = 0;
  #unknown = 0;
  #deepest = 0;
  #states = new Map<string, number>();
  #sheets = 0;
  #partial = 0;

  get faults(): number {
    return this.#faults;
  }

  countFault(kind: string): void {
    this.#faults += 1;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  /** Takes all prints and sheets at the end of a round, before a person settles what is unknown. */
  look(prints: readonly LedgerPrint[], sheets: readonly Sheet[]): void {
    this.#states = new Map();
    for (const { state } of prints) this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
    const unknown = this.#states.get('unknown') ?? 0;
    this.#unknown += unknown;
    this.#deepest = Math.max(this.#deepest, unknown);
    this.#sheets = sheets.length;
    this.#partial = sheets.filter(({ isWhole }) => !isWhole).length;
  }

  line(): string {
    const kinds = [...this.#kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
    const states = [...this.#states].map(([state, count]) => `${count} ${state}`).join(', ');
    return (
      `${this.#faults} faults (${kinds}), ${this.#sheets} marks (${this.#partial} partial), 0 twice, ` +
      `${this.#unknown} were unknown and at most ${this.#deepest} at once, at the end ${states}`
    );
  }
}
