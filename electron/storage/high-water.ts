import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { move, removePatiently, syncFolderInBackground, writeInBackground, writeDurably } from './files/durable-file.ts';
import type { WalSalts } from './wal/wal-file.ts';
import { reservedFiles } from './files/reserved-files.ts';

/** The furthest state of a counter that may have been printed: its value, and the number of prints with that value. */
export interface CounterMark {
  value: number;
  repeated: number;
}

/** Pairs instead of object keys, because a name may be `__proto__`. */
const marksSchema = z.strictObject({
  /** Identity of the controller. */
  controller: z.string(),
  /** The last run that may have printed. */
  epoch: z.number().int().min(0),
  /** Upper limit of the print ids. */
  prints: z.number().int().min(0),
  /** In the order in which they were set. */
  counters: z.array(z.tuple([z.string(), z.object({ value: z.number(), repeated: z.number().int().min(0) })])),
  /** Old and new names of counters that were renamed. */
  renamed: z.array(z.tuple([z.string(), z.string()])),
  /** The last run ended normally, and `prints` is exact. */
  isClosed: z.boolean(),
  /** Salts of the WAL of the last run. */
  log: z.string().optional(),
});

export type HighWaterMarks = z.infer<typeof marksSchema>;

/** The file: marks with their hash, which files of earlier versions do not have. */
const fileSchema = marksSchema.extend({ sha256: z.string().optional() });

/** A mark is set for so many prints ahead: it is written once per 1 000 prints, and a restore skips at most so many values. */
export const PRINTS_AHEAD = 1_000;
/** A mark that covers fewer prints is raised in the background, before it is reached. */
const LOW = PRINTS_AHEAD / 2;

/** The prints that a counter's mark still covers. When a person sets the counter, a new object replaces this one. */
interface Cover {
  left: number;
  isBeingRaised: boolean;
}

/** A mark that is being written. `left` is what the mark before covered when this one was computed. */
interface Raising {
  cover: Cover;
  left: number;
  mark: CounterMark;
}

/** A run of the controller. */
interface Run {
  controller: string;
  epoch: number;
  /** Highest print id. */
  lastPrint: number;
  /** Salts of its WAL. */
  log?: WalSalts | undefined;
}

const NOTHING: Readonly<Cover> = { left: 0, isBeingRaised: false };
const NONE: HighWaterMarks = { controller: '', epoch: 0, prints: 0, counters: [], renamed: [], isClosed: false };

/**
 * I2: high-water marks of counters and print ids, in a file next to the database. A database that is restored from a backup does not know what was
 * printed since the backup; it continues after these marks, so that no serial is printed twice. A mark is durable before a print passes it.
 */
export class HighWater {
  readonly #file: string | undefined;
  readonly #checkFolder: () => void;
  #marks: HighWaterMarks;
  /** Prints that each counter's mark covers; none for a counter that is missing here. */
  readonly #covers = new Map<string, Cover>();
  /** Marks for the next write in the background. */
  readonly #raising = new Map<string, Raising>();
  /** The durable mark of print ids, and that of the next write in the background. */
  #prints = 0;
  #printsAhead = 0;
  #writing: Promise<void> | undefined;
  /** The marks of the last run: undefined before the first run, `lost` when the file cannot be read. */
  readonly before: HighWaterMarks | 'lost' | undefined;

  /**
   * Without a file, as for a database in memory, everything is covered and nothing is stored. `checkFolder` throws when the folder of the file was
   * replaced, so that nothing is written to another folder.
   */
  constructor(file?: string, checkFolder: () => void = () => undefined) {
    this.#file = file;
    this.#checkFolder = checkFolder;
    this.before = file === undefined ? undefined : read(file);
    this.#marks = this.before === undefined || this.before === 'lost' ? NONE : this.before;
  }

  /** Uses up `prints` of what the counter's mark covers. Returns false when it covers fewer: call `raiseCounter` first. */
  covers(counter: string, prints: number): boolean {
    if (this.#file === undefined) return true;
    const cover = this.#covers.get(counter);
    if (!cover || cover.left < prints) return false;
    cover.left -= prints;
    return true;
  }

  /** Whether the counter's mark should be raised in the background. */
  isLow(counter: string): boolean {
    if (this.#file === undefined) return false;
    const { left, isBeingRaised } = this.#covers.get(counter) ?? NOTHING;
    return left < LOW && !isBeingRaised;
  }

  /** Sets a counter's mark to its state after `PRINTS_AHEAD` more prints. Throws the disk's error: nothing may be printed then. */
  raiseCounter(name: string, mark: CounterMark): void {
    this.#keep({ counters: withMark(this.#marks.counters, name, mark) });
    this.#covers.set(name, { left: PRINTS_AHEAD, isBeingRaised: false });
  }

  /**
   * Like `raiseCounter`, without blocking the event loop. `makeMark` computes the counter's state after `PRINTS_AHEAD` prints from now on. Rejects with the
   * disk's error; the next print that is not covered then calls `raiseCounter`.
   */
  async raiseCounterAhead(name: string, makeMark: () => Promise<CounterMark | undefined>): Promise<void> {
    const cover = this.#covers.get(name) ?? { ...NOTHING };
    this.#covers.set(name, cover);
    cover.isBeingRaised = true;
    // Prints while the mark is computed reduce what it covers.
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

  /** A person has set the counter: its next print sets a new mark. */
  forgetCounter(name: string): void {
    this.#covers.delete(name);
  }

  renameCounter(from: string, to: string): void {
    this.forgetCounter(from);
    this.forgetCounter(to);
    if (this.#file !== undefined) this.#keep({ renamed: [...this.#marks.renamed.filter(([name]) => name !== from), [from, to]] });
  }

  /** Call it before a print with this id. Throws the disk's error: the print must not be made then. */
  coverPrint(id: number): void {
    if (this.#file !== undefined && id > this.#prints) this.#keep({ prints: id + PRINTS_AHEAD });
  }

  /** Whether the mark of print ids should be raised in the background. */
  isPrintLow(id: number): boolean {
    return this.#file !== undefined && id > this.#prints - LOW && this.#printsAhead <= this.#prints;
  }

  /** Raises the mark of print ids without blocking the event loop. Rejects with the disk's error; the next uncovered print then raises it itself. */
  async coverPrintsAhead(id: number): Promise<void> {
    this.#printsAhead = id + PRINTS_AHEAD;
    await this.#writeAhead();
  }

  /** A run starts. Call it before its first print, when the epoch is stored in the database. */
  begin({ controller, epoch, lastPrint, log }: Run): void {
    if (this.#file !== undefined) this.#keep({ controller, epoch, log, prints: Math.max(this.#marks.prints, lastPrint + PRINTS_AHEAD) });
  }

  /** The run ends normally; `prints` is the highest print id. */
  close(prints: number): void {
    if (this.#file !== undefined) this.#write({ ...this.#marks, prints, isClosed: true });
  }

  /** The mark of a counter, under this name or a later one; undefined when it was never printed. */
  markOf(counter: string): CounterMark | undefined {
    const renamed = new Map(this.#marks.renamed);
    const names = new Set<string>();
    for (let name: string | undefined = counter; name !== undefined && !names.has(name); name = renamed.get(name)) names.add(name);
    return this.#marks.counters.findLast(([name]) => names.has(name))?.[1];
  }

  /** Throws the disk's error when no file could be written next to the database, as without free inodes. */
  probe(): void {
    reservedFiles.probe();
    if (this.#file === undefined) return;
    this.#checkFolder();
    const probe = `${this.#file}.probe`;
    writeDurably(probe, '');
    removePatiently(probe);
  }

  /** Writes the pending marks, and those that are added meanwhile, one write at a time. */
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
      await writeInBackground(`${this.#file}.ahead`, textOf(raised(base, raising, prints)));
      // `#keep` has written newer marks meanwhile: this file is out of date.
      if (this.#marks !== base) return this.#putBack(raising);
      this.#checkFolder();
      move(`${this.#file}.ahead`, this.#file);
      this.#marks = raised(base, raising, prints);
      await syncFolderInBackground(this.#file);
      for (const { cover, left } of raising.values()) cover.left += PRINTS_AHEAD - left;
      this.#prints = Math.max(this.#prints, prints);
    } catch (error) {
      this.#giveUp();
      throw error;
    } finally {
      this.#writing = undefined;
    }
  }

  /** The pending marks, without those of counters that a person has set meanwhile. */
  #currentlyRaising(): Map<string, Raising> {
    return new Map([...this.#raising].filter(([name, { cover }]) => this.#covers.get(name) === cover));
  }

  /** Drops the pending marks: prints that need them set them synchronously. */
  #giveUp(): void {
    this.#raising.clear();
    this.#printsAhead = 0;
  }

  #putBack(raising: ReadonlyMap<string, Raising>): void {
    for (const [name, one] of raising) if (!this.#raising.has(name)) this.#raising.set(name, one);
  }

  #keep(changes: Partial<HighWaterMarks>): void {
    this.#write({ ...this.#marks, ...changes, isClosed: false });
  }

  #write(marks: HighWaterMarks): void {
    const file = this.#file;
    if (file !== undefined) {
      this.#checkFolder();
      reservedFiles.use(() => writeDurably(file, textOf(marks)));
    }
    this.#marks = marks;
    this.#prints = marks.prints;
  }
}

function raised(marks: HighWaterMarks, raising: ReadonlyMap<string, Raising>, prints: number): HighWaterMarks {
  const counters = [...raising].reduce((marked, [name, { mark }]) => withMark(marked, name, mark), marks.counters);
  return { ...marks, prints: Math.max(marks.prints, prints), counters };
}

/** Appends or moves the counter's mark to the end. */
function withMark(counters: HighWaterMarks['counters'], name: string, mark: CounterMark): HighWaterMarks['counters'] {
  return [...counters.filter(([other]) => other !== name), [name, mark]];
}

function textOf(marks: HighWaterMarks): string {
  return JSON.stringify({ ...marks, sha256: hashOf(marks) });
}

/** Hashes the fields in a fixed order, independent of the order in the file. */
function hashOf({ controller, epoch, prints, counters, renamed, isClosed, log }: HighWaterMarks): string {
  return createHash('sha256')
    .update(JSON.stringify([controller, epoch, prints, counters, renamed, isClosed, log]))
    .digest('hex');
}

function read(file: string): HighWaterMarks | 'lost' | undefined {
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
