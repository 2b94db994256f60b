import type { Log } from '../engines/log.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { Gaps } from '../gaps/gaps.ts';
import type { Jobs } from './jobs.ts';
import type { Line } from './line.ts';
import { UncertainPrint } from './printing-problems.ts';

export interface MissedTriggersRooms {
  gaps: Gaps;
  disk: UnwritableDisk;
  jobs: Jobs;
  log: Log;
}

/** Gaps that wait in memory while the disk is full: what engines say of their prints has room beside them. */
const MOST_WAITING = 5_000;
/** In characters: a reason may quote what a label says, and 100 000 gaps and 4 096 events keep theirs. */
const LONGEST_REASON = 2_000;

/** When a trigger came, in milliseconds since the epoch, and how many aborts there were before it. */
interface Arrival {
  epochMs: number;
  aborts: number;
}

/** Triggers that make no print: each is a recorded gap, and stops the line where the printer's settings say so. */
export class MissedTriggers {
  readonly #rooms: MissedTriggersRooms;

  constructor(rooms: MissedTriggersRooms) {
    this.#rooms = rooms;
  }

  /** Runs a trigger. When it fails, the line stands still before the next trigger has its turn. */
  async stopAfter<Result>(line: Line, arrival: Arrival, trigger: () => Promise<Result>): Promise<Result> {
    try {
      return await trigger();
    } catch (error) {
      this.#stop(line, arrival, error);
      throw error;
    }
  }

  /** Records a trigger that failed. Never rejects: the trigger's own failure is what its caller wants to know. */
  async record(line: Line, arrival: Arrival, error: unknown): Promise<void> {
    if (error instanceof UncertainPrint) return;
    const { gaps, disk, jobs, log } = this.#rooms;
    const { name } = line.printer;
    this.#stop(line, arrival, error);
    try {
      const job = await jobs.findCurrent(name);
      const gap = { printer: name, job: job?.id ?? null, at: arrival.epochMs, reason: reasonOf(error) };
      await disk.waitFor(disk.keep(() => gaps.record(gap), MOST_WAITING));
    } catch (failure) {
      log.error(`${name}: a trigger that made no print could not be recorded`, failure);
    }
  }

  #stop(line: Line, { aborts }: Arrival, error: unknown): void {
    if (line.settings.whenDataIsMissing !== 'stop' || line.stopped !== undefined || line.aborts !== aborts) return;
    if (error instanceof UncertainPrint) return;
    line.stopped = `The line was stopped because a product came that was not printed: ${reasonOf(error)}`;
    this.#rooms.log.warn(`${line.printer.name}: ${line.stopped}`);
    line.printer.engine.stopLine?.();
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
}
