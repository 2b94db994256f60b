import type { Log } from '../engines/log.ts';
import { followAutoPrint } from './auto-print.ts';
import type { Jobs } from './jobs.ts';
import type { Line } from './line.ts';

export interface LookAheadRooms {
  jobs: Jobs;
  log: Log;
}

/** What a line does after each of its orders, and before the next: it sees which job is current now. */
export class LookAhead {
  readonly #rooms: LookAheadRooms;

  constructor(rooms: LookAheadRooms) {
    this.#rooms = rooms;
  }

  /** Never rejects. */
  async look(line: Line): Promise<void> {
    const { jobs, log } = this.#rooms;
    try {
      followAutoPrint(line, await jobs.findCurrent(line.printer.name));
    } catch (error) {
      log.error(`${line.printer.name}: what comes next could not be found`, error);
    }
  }
}
