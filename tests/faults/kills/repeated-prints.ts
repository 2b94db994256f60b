import type { LedgerPrint } from '../ledger-file.ts';

/** The column that is different in every row of the tables whose rows several printers share. */
export const ROW_COLUMN = 'Row';

/** Finds serial numbers, shared rows and reworked prints that two prints stand for. Only a rework repeats what the print that it supersedes has. */
export class RepeatedPrints {
  readonly #prints: ReadonlyMap<number, LedgerPrint>;
  readonly #printOfSerial = new Map<string, number>();
  /** The prints with the same shared row, and those that supersede the same print. */
  readonly #rivals = new Map<string, Set<number>>();

  /** `prints` are all of the ledger by their id, in their latest states. */
  constructor(prints: ReadonlyMap<number, LedgerPrint>) {
    this.#prints = prints;
  }

  /** Call it once for each print. */
  claimSerials({ id, serials }: LedgerPrint): string[] {
    return serials.flatMap((serial) => {
      const owner = this.#printOfSerial.get(serial);
      this.#printOfSerial.set(serial, id);
      if (owner === undefined || this.areOfOneRework(owner, id)) return [];
      return [`${serial} was reserved twice, for print ${owner} and print ${id}`];
    });
  }

  /** Sentences about other prints of the same row, or that rework the same print. A void print leaves its row, or its original, to another one. */
  find({ id, content, supersedes }: LedgerPrint): string[] {
    const row = content.find((cell) => cell.startsWith(`${ROW_COLUMN}=`));
    return [
      ...this.#rivalsOf(row, id).map((other) => `the shared row ${row} was given to print ${other} and print ${id}`),
      ...this.#rivalsOf(supersedes === null ? undefined : `print ${supersedes}`, id).map(
        (other) => `print ${supersedes} was reworked twice, as print ${other} and print ${id}`,
      ),
    ];
  }

  /** Whether one of the prints reworks the other, or both rework the same one. */
  areOfOneRework(one: number, other: number): boolean {
    return this.#originalOf(one) === this.#originalOf(other);
  }

  #rivalsOf(claim: string | undefined, id: number): number[] {
    if (claim === undefined) return [];
    const all = this.#rivals.get(claim) ?? new Set();
    this.#rivals.set(claim, all.add(id));
    if (this.#isVoid(id)) return [];
    return [...all].filter((other) => other < id && !this.#isVoid(other));
  }

  #isVoid(id: number): boolean {
    return this.#prints.get(id)?.state === 'void';
  }

  #originalOf(id: number): number {
    const supersedes = this.#prints.get(id)?.supersedes;
    return supersedes === null || supersedes === undefined ? id : this.#originalOf(supersedes);
  }
}
