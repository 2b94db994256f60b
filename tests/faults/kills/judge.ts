import { setTimeout as wait } from 'node:timers/promises';
import { EngineLog, type Mark } from '../engine-log.ts';
import { refuse } from '../fault-run.ts';
import { LedgerFile, type LedgerPrint } from '../ledger-file.ts';
import type { LineSetup } from '../lines.ts';

/** Which state may follow which; what is printed or void stays so. */
const MAY_BECOME: Record<string, readonly string[]> = {
  reserved: ['sent', 'void', 'unknown', 'printed'],
  sent: ['printed', 'void', 'unknown'],
  unknown: ['printed', 'void'],
  printed: [],
  void: [],
};
/** What no print is once the controller is there again. */
const OPEN = ['reserved', 'sent', 'unknown'];
/** States of a print that may be on a product. */
const MAY_BE_MARKED = ['sent', 'unknown', 'printed'];

/** How long a controller may take from its start to the mark at which it is killed, in milliseconds. */
const MARK_PATIENCE = 60_000;
/** How long the engines may take to say how much they marked, in milliseconds. */
const RESOLVE_PATIENCE = 10_000;

/** Compares what the ledger says with what the engines wrote down themselves, over all restarts of one data folder. */
export class Judge {
  readonly #lines: readonly LineSetup[];
  readonly #ledger: LedgerFile;
  readonly #logs: EngineLog[];
  readonly #marks = new Map<number, Mark>();
  readonly #markOfPicture = new Map<string, Mark>();
  readonly #prints = new Map<number, LedgerPrint>();
  readonly #printOfSerial = new Map<string, number>();
  /** Below it every print is printed or void, and was seen to be so. */
  #settledBelow = 1;
  readonly #resolvePatience: number;
  #deepest = 0;

  constructor(dataFolder: string, lines: readonly LineSetup[], { resolvePatience = RESOLVE_PATIENCE } = {}) {
    this.#lines = lines;
    this.#resolvePatience = resolvePatience;
    this.#ledger = new LedgerFile(dataFolder);
    this.#logs = lines.map(({ printer }, index) => new EngineLog(dataFolder, { printer, position: index + 1 }));
  }

  get marks(): number {
    return this.#marks.size;
  }

  /** The most prints of one printer that nobody could tell of right after a kill. */
  get deepest(): number {
    return this.#deepest;
  }

  /** Prints that the ledger has. */
  get prints(): number {
    return this.#prints.size;
  }

  /** Resolves once the engines have made so many marks that were not judged yet. */
  async freshMarks(wanted: number): Promise<void> {
    const seen = () => this.#logs.reduce((sum, log) => sum + log.fresh(), 0);
    for (const end = Date.now() + MARK_PATIENCE; seen() < wanted; await wait(5)) {
      if (Date.now() > end) throw new Error(`the printers made ${seen()} marks of ${wanted} within ${MARK_PATIENCE} ms`);
    }
  }

  /** Nothing runs. `acknowledged` are the keys of the triggers that were answered: it prints. Throws a `Violation`. */
  afterKill(acknowledged: readonly string[]): void {
    const prints = this.#look(this.#settledBelow);
    refuse([
      ...prints.flatMap((print) => this.#markFaults(print)),
      ...acknowledgedFaults(prints, acknowledged),
      ...this.#depthFaults(prints),
    ]);
  }

  /** The controller is there again and does not print yet: nothing is under way any more. Throws a `Violation`. */
  async afterRestart(): Promise<void> {
    const end = Date.now() + this.#resolvePatience;
    while (this.#ledger.prints(this.#settledBelow).some(isOpen) && Date.now() < end) await wait(20);
    const prints = this.#look(this.#settledBelow);
    refuse([
      ...prints.flatMap((print) => this.#markFaults(print)),
      ...prints.filter(isOpen).map(({ id, state }) => `print ${id} is still ${state} after the restart`),
      ...this.#ledger.accountFaults(),
    ]);
    this.#settledBelow = prints.find(({ state }) => MAY_BECOME[state]?.length !== 0)?.id ?? this.#prints.size + 1;
  }

  /** Reads the whole ledger once more. Throws a `Violation`. */
  atTheEnd(): void {
    const prints = this.#look(1);
    refuse([...prints.flatMap((print) => this.#markFaults(print)), ...this.#ledger.accountFaults()]);
  }

  /** Takes in what is new, and returns the prints from this id on. */
  #look(from: number): LedgerPrint[] {
    const faults: string[] = [];
    for (const log of this.#logs) for (const mark of log.readOn()) faults.push(...this.#take(mark));
    const prints = this.#ledger.prints(from);
    for (const print of prints) faults.push(...this.#follow(print));
    for (const [id, mark] of this.#marks) {
      if (!this.#prints.has(id)) faults.push(`${mark.printer} marked print ${id}, which the ledger does not know`);
    }
    refuse(faults);
    return prints;
  }

  #take(mark: Mark): string[] {
    const same = this.#markOfPicture.get(mark.pictureHash);
    const known = this.#marks.get(mark.id);
    this.#marks.set(mark.id, mark);
    this.#markOfPicture.set(mark.pictureHash, mark);
    return [
      ...(known ? [`print ${mark.id} was marked twice, as ${place(known)} and ${place(mark)}`] : []),
      ...(same ? [`the same picture was marked twice, as ${place(same)} and ${place(mark)}`] : []),
    ];
  }

  #follow(print: LedgerPrint): string[] {
    const known = this.#prints.get(print.id);
    this.#prints.set(print.id, print);
    if (!known) return this.#claimSerials(print);
    if (known.state === print.state || MAY_BECOME[known.state]?.includes(print.state)) return [];
    return [`print ${print.id} went from ${known.state} to ${print.state}`];
  }

  #claimSerials({ id, serials }: LedgerPrint): string[] {
    return serials.flatMap((serial) => {
      const owner = this.#printOfSerial.get(serial);
      this.#printOfSerial.set(serial, id);
      return owner === undefined ? [] : [`${serial} was reserved twice, for print ${owner} and print ${id}`];
    });
  }

  #markFaults({ id, printer, state, pictureHash }: LedgerPrint): string[] {
    const mark = this.#marks.get(id);
    if (!mark) return state === 'printed' ? [`print ${id} is printed, and ${printer} has no mark of it`] : [];
    return [
      ...(MAY_BE_MARKED.includes(state) ? [] : [`print ${id} is ${state}, and its mark is ${place(mark)}`]),
      ...(mark.printer === printer && mark.pictureHash === pictureHash ? [] : [`print ${id} differs from its mark, ${place(mark)}`]),
    ];
  }

  #depthFaults(prints: readonly LedgerPrint[]): string[] {
    return this.#lines.flatMap(({ printer, bufferDepth }) => {
      const open = prints.filter((print) => print.printer === printer && print.state === 'sent').length;
      this.#deepest = Math.max(this.#deepest, open);
      return open > bufferDepth ? [`${printer}: of ${open} prints nobody can tell, and its buffer holds ${bufferDepth}`] : [];
    });
  }
}

/** For every trigger that was acknowledged there is a print that went out. */
function acknowledgedFaults(prints: readonly LedgerPrint[], acknowledged: readonly string[]): string[] {
  const out = new Set(prints.filter(({ state }) => MAY_BE_MARKED.includes(state)).map(({ key }) => key));
  return acknowledged.filter((key) => !out.has(key)).map((key) => `the trigger ${key} was acknowledged, and no print of it went out`);
}

/** Not told yet: the engine's own count tells it after a restart. */
function isOpen({ state }: LedgerPrint): boolean {
  return OPEN.includes(state);
}

function place({ printer, number }: Mark): string {
  return `mark ${number} of ${printer}`;
}
