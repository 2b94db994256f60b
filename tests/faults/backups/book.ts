import { EngineLog, type Mark } from '../engine-log.ts';
import { LedgerFile } from '../ledger-file.ts';
import type { LineSetup } from '../lines.ts';

/** The required content of a ledger: acknowledged triggers and printed marks. */
export interface Known {
  keys: ReadonlySet<string>;
  marked: ReadonlySet<number>;
}

/** States of a print that may be on a product. */
const MAY_BE_MARKED = ['sent', 'unknown', 'printed'];

/** Acknowledged triggers and printed marks over all restores of one data folder. A restore may lose acknowledgements, but never marks. */
export class Book {
  readonly #ledger: LedgerFile;
  readonly #logs: EngineLog[];
  readonly #markOfPicture = new Map<string, Mark>();
  readonly #markOfPrint = new Map<number, Mark>();
  #keys = new Set<string>();
  #marked = new Set<number>();
  #acknowledged = 0;

  constructor(dataFolder: string, lines: readonly LineSetup[]) {
    this.#ledger = new LedgerFile(dataFolder);
    this.#logs = lines.map(({ printer }, index) => new EngineLog(dataFolder, { printer, position: index + 1 }));
  }

  get marks(): number {
    return this.#markOfPicture.size;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Number of marks that have not been read yet. */
  fresh(): number {
    return this.#logs.reduce((sum, log) => sum + log.fresh(), 0);
  }

  acknowledge(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
    this.#acknowledged += keys.length;
  }

  /** The content of a backup made from now on. `more` are acknowledged too. */
  known(more: readonly string[]): Known {
    return { keys: new Set([...this.#keys, ...more]), marked: new Set(this.#marked) };
  }

  /** Sets the required content to that of a restored backup. */
  forget({ keys, marked }: Known): void {
    this.#keys = new Set(keys);
    this.#marked = new Set(marked);
  }

  /** Reads the logs of the engines. Returns sentences about duplicate marks. */
  readMarks(): string[] {
    return this.#logs.flatMap((log) => log.readOn()).flatMap((mark) => this.#take(mark));
  }

  /** Returns sentences about what the ledger lacks. Call it only while nothing prints. */
  losses(): string[] {
    const prints = this.#ledger.prints(1);
    const states = new Map(prints.map(({ id, state }) => [id, state]));
    const keys = new Set(prints.map(({ key }) => key));
    return [
      ...[...this.#keys].filter((key) => !keys.has(key)).map((key) => `the trigger ${key} was acknowledged, but has no print`),
      ...[...this.#marked]
        .filter((id) => !MAY_BE_MARKED.includes(states.get(id) ?? 'nothing of it'))
        .map((id) => `print ${id} was marked, but its state in the ledger is ${states.get(id) ?? 'missing'}`),
    ];
  }

  #take(mark: Mark): string[] {
    const [same, known] = [this.#markOfPicture.get(mark.pictureHash), this.#markOfPrint.get(mark.id)];
    this.#markOfPicture.set(mark.pictureHash, mark);
    this.#markOfPrint.set(mark.id, mark);
    this.#marked.add(mark.id);
    return [
      ...(same ? [`${place(mark)} shows what ${place(same)} shows`] : []),
      ...(known ? [`print ${mark.id} was marked twice, as ${place(known)} and ${place(mark)}`] : []),
    ];
  }
}

function place({ printer, number }: Mark): string {
  return `mark ${number} of ${printer}`;
}
