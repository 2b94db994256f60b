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

  constructor(rooms: LookAheadRooms) {
    this.#rooms = rooms;
  }

  /** Never rejects. */
  async look(line: Line): Promise<void> {
    const { chosen } = line;
    line.chosen = undefined;
    try {
      if (chosen?.aborts !== line.aborts) return await this.#find(line);
      // Selections come in flocks: nobody who waits for the answer to one waits for another's picture.
      followAutoPrint(line, chosen.distance);
      this.#rooms.drawnAhead.postpone(line);
    } catch (error) {
      this.#rooms.log.error(`${line.printer.name}: what comes next could not be found`, error);
    }
  }

  async #find(line: Line): Promise<void> {
    const { jobs, drawnAhead } = this.#rooms;
    const current = await jobs.findCurrent(line.printer.name);
    followAutoPrint(line, current);
    if (!current) line.ahead = undefined;
    else if (line.waiting === 0) await drawnAhead.prepare(line, current);
  }
}
