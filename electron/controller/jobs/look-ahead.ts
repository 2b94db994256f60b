import type { Log } from '../engines/log.ts';
import { followAutoPrint } from './auto-print.ts';
import type { DrawnAhead } from './drawn-ahead.ts';
import type { Jobs } from './jobs.ts';
import type { Line } from './line.ts';

export interface LookAheadRooms {
  jobs: Jobs;
  drawnAhead: DrawnAhead;
  log: Log;
}

/** What a line does after each of its orders, and before the next: it sees which job is current now, and has its next print drawn. */
export class LookAhead {
  readonly #rooms: LookAheadRooms;
  /** Lines whose current job is being found. */
  #finding = 0;

  constructor(rooms: LookAheadRooms) {
    this.#rooms = rooms;
  }

  /** Never rejects. */
  async look(line: Line): Promise<void> {
    const { chosen } = line;
    line.chosen = undefined;
    try {
      if (chosen?.aborts !== line.aborts || !this.#isBusy) return await this.#find(line);
      // Jobs that are selected together are not read back only to hear that no thread is free for them.
      followAutoPrint(line, chosen.distance);
      this.#rooms.drawnAhead.postpone(line);
    } catch (error) {
      this.#rooms.log.error(`${line.printer.name}: what comes next could not be found`, error);
    }
  }

  get #isBusy(): boolean {
    return this.#finding > 0 || this.#rooms.drawnAhead.isBusy;
  }

  async #find(line: Line): Promise<void> {
    const { jobs, drawnAhead } = this.#rooms;
    this.#finding += 1;
    try {
      const current = await jobs.findCurrent(line.printer.name);
      followAutoPrint(line, current);
      if (!current) line.ahead = undefined;
      else if (line.waiting === 0) await drawnAhead.prepare(line, current);
    } finally {
      this.#finding -= 1;
    }
  }
}
