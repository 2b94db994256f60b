import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import type { KeptTables } from '#storage/kept-tables.ts';
import { keptTablesOf } from '#storage/open-transactions.ts';
import type { UnwritableDisk } from './unwritable-disk.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Lines } from './jobs/lines.ts';
import type { PrintLeave } from './jobs/print-leave.ts';

/** Counts of what an answer was made from: it holds as long as they are the same. */
export type Ground = readonly number[];

/** What an answer stands on. */
export interface Footing<Answer = unknown> {
  /** As it is now; undefined while the answer is to be made anew each time. */
  ground: () => Ground | undefined;
  /** Whether the ground tells all that this very answer was made from. */
  bears: (answer: Answer) => boolean;
}

export interface FootingRooms {
  db: ControllerDatabase;
  lines: Lines;
  jobs: Pick<Jobs, 'ends'>;
  leave: PrintLeave;
  disk: UnwritableDisk;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const SECOND = 1_000;
const nothingKept: Footing = { ground: () => undefined, bears: () => false };

/**
 * Tells of what is asked again and again whether it may have changed, for less than it costs to read it. Only this process writes what is read
 * here: a folder belongs to one controller, and who adds keys beside it touches nothing but keys.
 */
export class Footings {
  readonly #rooms: FootingRooms;
  readonly #tables: KeptTables | undefined;

  constructor(rooms: FootingRooms) {
    this.#rooms = rooms;
    this.#tables = keptTablesOf(rooms.db);
  }

  /** Of the list of all variables. */
  variables(): Footing {
    const tables = this.#tables;
    return tables ? { ground: () => [tables.changesOf('variables')], bears: () => true } : nothingKept;
  }

  /**
   * Of the status of a printer: all that the database holds, what its engine says, and the second of the clock, since no date of a next print
   * is told by less. Only of one without errors, in which nothing that is wrong is counted. Throws `not-found`.
   */
  status(printerName: string): Footing<PrinterStatus> {
    const { lines, jobs, leave, disk, now } = this.#rooms;
    const tables = this.#tables;
    const line = lines.named(printerName);
    if (!tables) return nothingKept;
    return {
      ground: () => {
        if ((line.stopped ?? line.fault ?? line.countFault ?? disk.fault) !== undefined || !leave.isGiven() || !leave.areDatesGiven()) {
          return undefined;
        }
        return [tables.allChanges, jobs.ends.changes, line.printer.changes, Math.floor(now() / SECOND)];
      },
      bears: ({ errors }) => errors.length === 0,
    };
  }
}
