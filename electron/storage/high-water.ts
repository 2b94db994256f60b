import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { removePatiently, writeDurably } from './durable-file.ts';
import type { LogSalts } from './log-file.ts';

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

const NONE: Marks = { controller: '', epoch: 0, prints: 0, counters: [], renamed: [], isClosed: false };

/**
 * I2: how far serials and prints may have come, in a file beside the database. A database that is restored from a backup does not know what
 * was printed since; it goes on behind these marks. They are set ahead, durably, before anything is printed beyond them.
 */
export class HighWater {
  readonly #file: string | undefined;
  #marks: Marks;
  /** Prints of each counter that its mark covers. What is not known is not covered. */
  readonly #covered = new Map<string, number>();
  /** What was kept when the last run ended or died: undefined before the first run, `lost` when the file cannot be read any more. */
  readonly before: Marks | 'lost' | undefined;

  /** Without a file, as for a database in memory, everything is covered and nothing is kept. */
  constructor(file?: string) {
    this.#file = file;
    this.before = file === undefined ? undefined : read(file);
    this.#marks = this.before === undefined || this.before === 'lost' ? NONE : this.before;
  }

  /** Takes so many prints of a counter out of what its mark covers; false when it covers less, and `raiseCounter` has to come first. */
  covers(counter: string, prints: number): boolean {
    if (this.#file === undefined) return true;
    const left = (this.#covered.get(counter) ?? 0) - prints;
    if (left >= 0) this.#covered.set(counter, left);
    return left >= 0;
  }

  /** Sets the mark of a counter to where it is after `PRINTS_AHEAD` more prints. Throws what the disk throws: then nothing may be printed. */
  raiseCounter(name: string, mark: CounterMark): void {
    this.#keep({ counters: [...this.#marks.counters.filter(([other]) => other !== name), [name, mark]] });
    this.#covered.set(name, PRINTS_AHEAD);
  }

  /** A person has put the counter somewhere else: its mark is set anew with its next print. */
  forgetCounter(name: string): void {
    this.#covered.delete(name);
  }

  /** A counter has another name from now on. */
  renameCounter(from: string, to: string): void {
    this.forgetCounter(from);
    this.forgetCounter(to);
    if (this.#file !== undefined) this.#keep({ renamed: [...this.#marks.renamed.filter(([name]) => name !== from), [from, to]] });
  }

  /** A print is about to be made under this number. Throws what the disk throws: then it must not be made. */
  coverPrint(id: number): void {
    if (this.#file !== undefined && id > this.#marks.prints) this.#keep({ prints: id + PRINTS_AHEAD });
  }

  /** A run begins. Comes before its first print, and once its database knows the epoch. `log` names the log that it writes. */
  begin(controller: string, epoch: number, log?: LogSalts): void {
    if (this.#file !== undefined) this.#keep({ controller, epoch, log });
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
    if (this.#file === undefined) return;
    const probe = `${this.#file}.probe`;
    writeDurably(probe, '');
    removePatiently(probe);
  }

  #keep(changes: Partial<Marks>): void {
    this.#write({ ...this.#marks, ...changes, isClosed: false });
  }

  #write(marks: Marks): void {
    if (this.#file !== undefined) writeDurably(this.#file, JSON.stringify({ ...marks, sha256: hashOf(marks) }));
    this.#marks = marks;
  }
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
