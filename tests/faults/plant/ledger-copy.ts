import type { LedgerFile, LedgerPrint } from '../ledger-file.ts';

/** The ledger of a controller at a moment, with what the plant had acknowledged of it. */
export class LedgerCopy {
  readonly prints: ReadonlyMap<number, LedgerPrint>;
  readonly #through: number;
  readonly #changed: ReadonlySet<number>;

  /** `through`: the plant has acknowledged the prints up to this one, but for the changed ones. */
  constructor({ prints, through, changed }: { prints: readonly LedgerPrint[]; through: number; changed: readonly number[] }) {
    this.prints = new Map(prints.map((print) => [print.id, print]));
    this.#through = through;
    this.#changed = new Set(changed);
  }

  /** Call it while the controller is down or nothing is printed: the ledger is read in two steps. */
  static of(ledger: LedgerFile): LedgerCopy {
    return new LedgerCopy({
      prints: ledger.prints(1),
      ...ledger.read((database) => ({
        through: Number(database.prepare('SELECT coalesce(max(through), 0) AS through FROM archive_cursor').get()?.['through']),
        changed: database
          .prepare('SELECT print FROM archive_changes')
          .all()
          .map(({ print }) => Number(print)),
      })),
    });
  }

  /** Whether the plant has acknowledged the print in its present state. */
  isSent(id: number): boolean {
    return id <= this.#through && !this.#changed.has(id);
  }
}
