import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { move, removePatiently, syncFolderBeside, writeBeside, writeDurably } from './durable-file.ts';
import type { LogSalts } from './log-file.ts';
import { reservedFiles } from './reserved-files.ts';

/** Where a counter would be if all that may have been printed of it was: its value, and how many prints that already had. */
export interface CounterMark {
  value: number;
  repeated: number;
}

/** Names can be anything, `__proto__` too: pairs, not keys. */
const marksSchema = z.strictObject({
  /** Whose database it is. */
  controller: z.string(),
  /** The last run that may have printed. */
  epoch: z.number().int().min(0),
  /** No print has a higher number. */
  prints: z.number().int().min(0),
  /** The last that was set stands last. */
  counters: z.array(z.tuple([z.string(), z.object({ value: z.number(), repeated: z.number().int().min(0) })])),
  /** Names of counters, and those that they got instead. */
  renamed: z.array(z.tuple([z.string(), z.string()])),
  /** The last run ended in order, and `prints` is exact. */
  isClosed: z.boolean(),
  /** The salts of the log that the last run wrote. */
  log: z.string().optional(),
});

export type Marks = z.infer<typeof marksSchema>;

/** The file: marks, and a hash of their text. One that an earlier version wrote has none. */
const fileSchema = marksSchema.extend({ sha256: z.string().optional() });

/** Prints for which a mark is set ahead: so seldom is it written, and so many values are left out at most when it is needed. */
export const PRINTS_AHEAD = 1_000;
/** A mark that covers fewer is set anew before it is needed, while prints go on. */
const LOW = PRINTS_AHEAD / 2;

/** Prints that the mark of a counter covers. One object stands for one place of the counter: where a person moves it, there is another. */
interface Cover {
  left: number;
  isBeingRaised: boolean;
}

/** A mark on its way to the disk. `left` is what the one before covered when it was made. */
interface Raising {
  cover: Cover;
  left: number;
  mark: CounterMark;
}

/** A run that begins. */
interface Run {
  controller: string;
  epoch: number;
  /** The highest number that a print has. */
  lastPrint: number;
  /** Names the log that it writes. */
  log?: LogSalts | undefined;
}

const NOTHING: Readonly<Cover> = { left: 0, isBeingRaised: false };
const NONE: Marks = { controller: '', epoch: 0, prints: 0, counters: [], renamed: [], isClosed: false };

/**
 * I2: how far serials and prints may have come, in a file beside the database. A database that is restored from a backup does not know what
 * was printed since; it goes on behind these marks. They are set ahead, durably, before anything is printed beyond them.
 */
export class HighWater {
  readonly #file: string | undefined;
  readonly #checkFolder: () => void;
  #marks: Marks;
  /** Prints of each counter that its mark covers. What is not known is not covered. */
  readonly #covers = new Map<string, Cover>();
  /** What is to be written beside the event loop. */
  readonly #raising = new Map<string, Raising>();
  /** Up to where prints are covered, and are to be with the next write. */
  #prints = 0;
  #printsAhead = 0;
  #writing: Promise<void> | undefined;
  /** What was kept when the last run ended or died: undefined before the first run, `lost` when the file cannot be read any more. */
  readonly before: Marks | 'lost' | undefined;

  /**
   * Without a file, as for a database in memory, everything is covered and nothing is kept. `checkFolder` throws when another folder has taken the
   * place of the file's: nothing is written into that one.
   */
  constructor(file?: string, checkFolder: () => void = () => undefined) {
    this.#file = file;
    this.#checkFolder = checkFolder;
    this.before = file === undefined ? undefined : read(file);
    this.#marks = this.before === undefined || this.before === 'lost' ? NONE : this.before;
  }

  /** Takes so many prints of a counter out of what its mark covers; false when it covers less, and `raiseCounter` has to come first. */
  covers(counter: string, prints: number): boolean {
    if (this.#file === undefined) return true;
    const cover = this.#covers.get(counter);
    if (!cover || cover.left < prints) return false;
    cover.left -= prints;
    return true;
  }

  /** Whether the mark of a counter is to be set anew before it is needed. */
  isLow(counter: string): boolean {
    if (this.#file === undefined) return false;
    const { left, isBeingRaised } = this.#covers.get(counter) ?? NOTHING;
    return left < LOW && !isBeingRaised;
  }

  /** Sets the mark of a counter to where it is after `PRINTS_AHEAD` more prints. Throws what the disk throws: then nothing may be printed. */
  raiseCounter(name: string, mark: CounterMark): void {
    this.#keep({ counters: withMark(this.#marks.counters, name, mark) });
    this.#covers.set(name, { left: PRINTS_AHEAD, isBeingRaised: false });
  }

  /**
   * The same beside the event loop, for prints to come: `makeMark` reads where the counter is after `PRINTS_AHEAD` prints from now on. It covers
   * them once it is durable. Rejects with what the disk throws; a print that needs the mark then sets it itself.
   */
  async raiseCounterAhead(name: string, makeMark: () => Promise<CounterMark | undefined>): Promise<void> {
    const cover = this.#covers.get(name) ?? { ...NOTHING };
    this.#covers.set(name, cover);
    cover.isBeingRaised = true;
    // Prints that come while it is read make the mark cover fewer.
    const { left } = cover;
    try {
      const mark = await makeMark();
      if (!mark) return;
      this.#raising.set(name, { cover, left, mark });
      await this.#writeAhead();
    } finally {
      cover.isBeingRaised = false;
    }
  }

  /** A person has put the counter somewhere else: its mark is set anew with its next print. */
  forgetCounter(name: string): void {
    this.#covers.delete(name);
  }

  /** A counter has another name from now on. */
  renameCounter(from: string, to: string): void {
    this.forgetCounter(from);
    this.forgetCounter(to);
    if (this.#file !== undefined) this.#keep({ renamed: [...this.#marks.renamed.filter(([name]) => name !== from), [from, to]] });
  }

  /** A print is about to be made under this number. Throws what the disk throws: then it must not be made. */
  coverPrint(id: number): void {
    if (this.#file !== undefined && id > this.#prints) this.#keep({ prints: id + PRINTS_AHEAD });
  }

  /** Whether prints are to be covered anew before it is needed. */
  isPrintLow(id: number): boolean {
    return this.#file !== undefined && id > this.#prints - LOW && this.#printsAhead <= this.#prints;
  }

  /** Covers prints to come beside the event loop. Rejects with what the disk throws; the first print that is not covered then covers itself. */
  async coverPrintsAhead(id: number): Promise<void> {
    this.#printsAhead = id + PRINTS_AHEAD;
    await this.#writeAhead();
  }

  /** A run begins. Comes before its first print, and once its database knows the epoch. Its first prints are covered at once. */
  begin({ controller, epoch, lastPrint, log }: Run): void {
    if (this.#file !== undefined) this.#keep({ controller, epoch, log, prints: Math.max(this.#marks.prints, lastPrint + PRINTS_AHEAD) });
  }

  /** The run ends in order; `prints` is the highest number that a print has. */
  close(prints: number): void {
    if (this.#file !== undefined) this.#write({ ...this.#marks, prints, isClosed: true });
  }

  /** The furthest that a counter may have come, under this name or those that it got since; undefined when nothing was printed of it. */
  markOf(counter: string): CounterMark | undefined {
    const renamed = new Map(this.#marks.renamed);
    const names = new Set<string>();
    for (let name: string | undefined = counter; name !== undefined && !names.has(name); name = renamed.get(name)) names.add(name);
    return this.#marks.counters.findLast(([name]) => names.has(name))?.[1];
  }

  /** Throws what the disk throws where no file could be written beside the database, as where there is no room for another name. */
  probe(): void {
    reservedFiles.probe();
    if (this.#file === undefined) return;
    this.#checkFolder();
    const probe = `${this.#file}.probe`;
    writeDurably(probe, '');
    removePatiently(probe);
  }

  /** Writes what is to be written ahead, and what comes meanwhile: one write at a time. */
  async #writeAhead(): Promise<void> {
    while (this.#raising.size > 0 || this.#printsAhead > this.#prints) {
      this.#writing ??= this.#writeOnce();
      await this.#writing;
    }
  }

  async #writeOnce(): Promise<void> {
    const [base, raising, prints] = [this.#marks, this.#currentlyRaising(), this.#printsAhead];
    this.#raising.clear();
    try {
      if (this.#file === undefined || base.isClosed) return this.#giveUp();
      this.#checkFolder();
      await writeBeside(`${this.#file}.ahead`, textOf(raised(base, raising, prints)));
      // What was written meanwhile is not in it.
      if (this.#marks !== base) return this.#putBack(raising);
      this.#checkFolder();
      move(`${this.#file}.ahead`, this.#file);
      this.#marks = raised(base, raising, prints);
      await syncFolderBeside(this.#file);
      for (const { cover, left } of raising.values()) cover.left += PRINTS_AHEAD - left;
      this.#prints = Math.max(this.#prints, prints);
    } catch (error) {
      this.#giveUp();
      throw error;
    } finally {
      this.#writing = undefined;
    }
  }

  /** Without those that were put somewhere else meanwhile. */
  #currentlyRaising(): Map<string, Raising> {
    return new Map([...this.#raising].filter(([name, { cover }]) => this.#covers.get(name) === cover));
  }

  /** Prints that need a mark set it themselves. */
  #giveUp(): void {
    this.#raising.clear();
    this.#printsAhead = 0;
  }

  #putBack(raising: ReadonlyMap<string, Raising>): void {
    for (const [name, one] of raising) if (!this.#raising.has(name)) this.#raising.set(name, one);
  }

  #keep(changes: Partial<Marks>): void {
    this.#write({ ...this.#marks, ...changes, isClosed: false });
  }

  #write(marks: Marks): void {
    const file = this.#file;
    if (file !== undefined) {
      this.#checkFolder();
      reservedFiles.use(() => writeDurably(file, textOf(marks)));
    }
    this.#marks = marks;
    this.#prints = marks.prints;
  }
}

function raised(marks: Marks, raising: ReadonlyMap<string, Raising>, prints: number): Marks {
  const counters = [...raising].reduce((marked, [name, { mark }]) => withMark(marked, name, mark), marks.counters);
  return { ...marks, prints: Math.max(marks.prints, prints), counters };
}

/** The last that was set stands last. */
function withMark(counters: Marks['counters'], name: string, mark: CounterMark): Marks['counters'] {
  return [...counters.filter(([other]) => other !== name), [name, mark]];
}

function textOf(marks: Marks): string {
  return JSON.stringify({ ...marks, sha256: hashOf(marks) });
}

/** In an order of its own: a text that was read may have its parts in another one. */
function hashOf({ controller, epoch, prints, counters, renamed, isClosed, log }: Marks): string {
  return createHash('sha256')
    .update(JSON.stringify([controller, epoch, prints, counters, renamed, isClosed, log]))
    .digest('hex');
}

function read(file: string): Marks | 'lost' | undefined {
  try {
    const { sha256, ...marks } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return sha256 === undefined || sha256 === hashOf(marks) ? marks : 'lost';
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
    return 'lost';
  }
}
