import { setTimeout as wait } from 'node:timers/promises';
import { EngineLog, type Mark } from '../engine-log.ts';
import { refuse } from '../fault-run.ts';
import { LedgerFile, type LedgerPrint } from '../ledger-file.ts';
import type { LineSetup } from '../lines.ts';
import { RepeatedPrints } from './repeated-prints.ts';

/** Allowed transitions of states; printed and void are final. */
const MAY_BECOME: Record<string, readonly string[]> = {
  reserved: ['sent', 'void', 'unknown', 'printed'],
  sent: ['printed', 'void', 'unknown'],
  unknown: ['printed', 'void'],
  printed: [],
  void: [],
};
/** States that no print has after a restart. */
const OPEN = ['reserved', 'sent', 'unknown'];
/** States of a print that may be on a product. */
const MAY_BE_MARKED = ['sent', 'unknown', 'printed'];

/** Time limit from the start of a controller to the mark at which it is killed, in milliseconds. */
const MARK_PATIENCE = 60_000;
/** Time limit for the engines to report their counts, in milliseconds. */
const RESOLVE_PATIENCE = 10_000;

/** Compares the ledger with the logs of the engines, over all restarts of one data folder. */
export class Judge {
  readonly #lines: readonly LineSetup[];
  readonly #ledger: LedgerFile;
  readonly #logs: EngineLog[];
  readonly #marks = new Map<number, Mark>();
  readonly #markOfPicture = new Map<string, Mark>();
  readonly #prints = new Map<number, LedgerPrint>();
  readonly #repeated = new RepeatedPrints(this.#prints);
  readonly #blocks: { content: string; after: number }[] = [];
  /** All prints with lower ids are known to be printed or void. */
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

  /** Maximum number of prints of one printer with unknown result right after a kill. */
  get deepest(): number {
    return this.#deepest;
  }

  /** Number of prints in the ledger. */
  get prints(): number {
    return this.#prints.size;
  }

  /** Number of prints with this property that are or may be on a product. */
  count(has: (print: LedgerPrint) => boolean): number {
    return [...this.#prints.values()].filter((print) => MAY_BE_MARKED.includes(print.state) && has(print)).length;
  }

  /** From now on, no print may be reserved whose table row or variables contain this `name=value`. Call it after the block was acknowledged. */
  block(content: string): void {
    this.#blocks.push({ content, after: this.#ledger.lastId() });
  }

  /** Resolves when the engines have made that many new marks. */
  async freshMarks(wanted: number): Promise<void> {
    const seen = () => this.#logs.reduce((sum, log) => sum + log.fresh(), 0);
    for (const end = Date.now() + MARK_PATIENCE; seen() < wanted; await wait(5)) {
      if (Date.now() > end) throw new Error(`the printers made ${seen()} marks of ${wanted} within ${MARK_PATIENCE} ms`);
    }
  }

  /** Call it while the controller is down. `acknowledged` are the keys of acknowledged triggers. Throws a `Violation`. */
  afterKill(acknowledged: readonly string[]): void {
    const prints = this.#look(this.#settledBelow);
    refuse([
      ...prints.flatMap((print) => this.#markFaults(print)),
      ...acknowledgedFaults(prints, acknowledged),
      ...this.#depthFaults(prints),
    ]);
  }

  /** Call it after a restart and before new prints: no print may be open. Throws a `Violation`. */
  async afterRestart(): Promise<void> {
    const end = Date.now() + this.#resolvePatience;
    while (this.#ledger.prints(this.#settledBelow).some(isOpen) && Date.now() < end) await wait(20);
    const prints = this.#look(this.#settledBelow);
    refuse([
      ...prints.flatMap((print) => this.#markFaults(print)),
      ...prints.filter(isOpen).map(({ id, state }) => `print ${id} is still ${state} after the restart`),
      ...this.#ledger.findLedgerFaults(),
    ]);
    this.#settledBelow = prints.find(({ state }) => MAY_BECOME[state]?.length !== 0)?.id ?? this.#prints.size + 1;
  }

  /** Reads the complete ledger again. Throws a `Violation`. */
  atTheEnd(): void {
    const prints = this.#look(1);
    refuse([...prints.flatMap((print) => this.#markFaults(print)), ...this.#ledger.findLedgerFaults()]);
  }

  /** Reads the changes, and returns the prints from this id on. */
  #look(from: number): LedgerPrint[] {
    const faults: string[] = [];
    const marks = this.#logs.flatMap((log) => log.readOn());
    for (const mark of marks) faults.push(...this.#take(mark));
    const prints = this.#ledger.prints(from);
    for (const print of prints) faults.push(...this.#follow(print));
    for (const print of prints) faults.push(...this.#repeated.find(print), ...this.#blockFaults(print));
    for (const mark of marks) faults.push(...this.#pictureFaults(mark));
    for (const [id, mark] of this.#marks) {
      if (!this.#prints.has(id)) faults.push(`${mark.printer} marked print ${id}, which is not in the ledger`);
    }
    refuse(faults);
    return prints;
  }

  #take(mark: Mark): string[] {
    const known = this.#marks.get(mark.id);
    this.#marks.set(mark.id, mark);
    return known ? [`print ${mark.id} was marked twice, as ${place(known)} and ${place(mark)}`] : [];
  }

  /** A rework has the picture of the print that it supersedes; no other two marks have the same. */
  #pictureFaults(mark: Mark): string[] {
    const same = this.#markOfPicture.get(mark.pictureHash);
    this.#markOfPicture.set(mark.pictureHash, mark);
    if (!same || this.#repeated.areOfOneRework(same.id, mark.id)) return [];
    return [`the same picture was marked twice, as ${place(same)} and ${place(mark)}`];
  }

  #follow(print: LedgerPrint): string[] {
    const known = this.#prints.get(print.id);
    this.#prints.set(print.id, print);
    if (!known) return this.#repeated.claimSerials(print);
    if (known.state === print.state || MAY_BECOME[known.state]?.includes(print.state)) return [];
    return [`print ${print.id} went from ${known.state} to ${print.state}`];
  }

  #blockFaults({ id, content }: LedgerPrint): string[] {
    const broken = this.#blocks.filter((block) => id > block.after && content.includes(block.content));
    return broken.map((block) => `print ${id} was reserved, although ${block.content} was blocked after print ${block.after}`);
  }

  #markFaults({ id, printer, state, pictureHash }: LedgerPrint): string[] {
    const mark = this.#marks.get(id);
    if (!mark) return state === 'printed' ? [`print ${id} is printed, but ${printer} has no mark of it`] : [];
    return [
      ...(MAY_BE_MARKED.includes(state) ? [] : [`print ${id} is ${state}, and its mark is ${place(mark)}`]),
      ...(mark.printer === printer && mark.pictureHash === pictureHash ? [] : [`print ${id} differs from its mark, ${place(mark)}`]),
    ];
  }

  #depthFaults(prints: readonly LedgerPrint[]): string[] {
    return this.#lines.flatMap(({ printer, bufferDepth }) => {
      const open = prints.filter((print) => print.printer === printer && print.state === 'sent').length;
      this.#deepest = Math.max(this.#deepest, open);
      return open > bufferDepth ? [`${printer}: ${open} prints have an unknown result, but its buffer holds ${bufferDepth}`] : [];
    });
  }
}

/** Every acknowledged trigger must have a print that was sent. */
function acknowledgedFaults(prints: readonly LedgerPrint[], acknowledged: readonly string[]): string[] {
  const out = new Set(prints.filter(({ state }) => MAY_BE_MARKED.includes(state)).map(({ key }) => key));
  return acknowledged.filter((key) => !out.has(key)).map((key) => `the trigger ${key} was acknowledged, but no print of it was sent`);
}

/** The result is not known yet; the engine's own count determines it after a restart. */
function isOpen({ state }: LedgerPrint): boolean {
  return OPEN.includes(state);
}

function place({ printer, number }: Mark): string {
  return `mark ${number} of ${printer}`;
}
