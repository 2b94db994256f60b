import { ProblemError } from '#contract/problem.ts';
import { stringifyPrintValues, type Moment, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveLabel } from '#rendering/resolve-label.ts';
import type { Counters } from '../counters/counters.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Job } from './job.ts';
import type { LabelDocument } from './label-documents.ts';
import type { Line } from './line.ts';
import type { AheadPicture, Picture } from './picture.ts';
import type { Preparation } from './preparation.ts';
import type { ProvenRow } from './row-check.ts';

const SECOND = 1_000;
/** How long after one line the next is served that found no thread free, in milliseconds: jobs come in flocks, and are over in them too. */
const PAUSE = 20;
const NO_MOMENT: Moment = { epochMs: 0, timeZone: 'UTC' };

export interface DrawnAheadRooms {
  preparation: Preparation;
  counters: Pick<Counters, 'coverAhead'>;
  drawing: DrawingPool;
  fonts: Fonts;
  timers: Timers;
  log: Log;
}

/**
 * Draws the next print of a line while it waits for its trigger, where a thread has nothing else to do, and sets the marks of its counters. What was drawn is used for any
 * print that says the same; a label that shows seconds is never drawn ahead, since it would be drawn in vain.
 */
export class DrawnAhead {
  readonly #rooms: DrawnAheadRooms;
  /** Lines whose next print is not drawn yet. */
  readonly #postponed = new Set<Line>();
  #next: TimerHandle | undefined;
  #isPreparing = false;
  #isStopped = false;

  constructor(rooms: DrawnAheadRooms) {
    this.#rooms = rooms;
  }

  /** Keeps the first print of a job where its selection has drawn it. */
  keep(line: Line, job: Pick<Job, 'id' | 'cursor'>, { document, values, picture }: ProvenRow): void {
    if (!picture) return;
    const place = placeOf({ ...UNTOUCHED, ...job });
    line.ahead = { place, key: this.#keyOf(document, values), document, values, picture: Promise.resolve(picture) };
  }

  /** Postpones nothing any more. */
  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#rooms.timers.clearTimeout(this.#next);
  }

  /**
   * Begins to draw what the job prints next, unless that is drawn already; a little later where no thread is free. What cannot be drawn is left
   * to the trigger, which says why.
   */
  async prepare(line: Line, job: Job): Promise<void> {
    const place = placeOf(job);
    if (line.ahead?.place === place) return this.#cover(line, line.ahead.document);
    if (this.#isPreparing || !this.#rooms.drawing.isIdle) return this.postpone(line);
    this.#isPreparing = true;
    await this.#begin(line, job, place);
    this.#isPreparing = false;
  }

  /** Never rejects. */
  async #begin(line: Line, job: Job, place: string): Promise<void> {
    const { preparation } = this.#rooms;
    try {
      const draft = await preparation.draft(job);
      const values = await preparation.values(draft);
      const { document } = draft;
      await this.#cover(line, document);
      const known = this.#matching(line, document, values);
      line.ahead = known && { ...known, place };
      if (known || showsSeconds(document, values)) return;
      const picture = preparation.drawFor(line.printer, document, values).catch((error: unknown) => this.#failed(line, error));
      line.ahead = { place, key: this.#keyOf(document, values), document, values, picture };
    } catch (error) {
      this.#failed(line, error);
    }
  }

  /** Its prints find the marks of its counters set. Never rejects. */
  async #cover({ printer }: Line, { needs }: LabelDocument): Promise<void> {
    try {
      await this.#rooms.counters.coverAhead(needs.counters);
    } catch (error) {
      this.#rooms.log.warn(`${printer.name}: how far its counters may come could not be written down ahead`, error);
    }
  }

  /** Leaves the next print of a line for a little later. */
  postpone(line: Line): void {
    this.#postponed.add(line);
    if (!this.#isStopped) this.#next ??= this.#rooms.timers.setTimeout(() => this.#resume(), PAUSE);
  }

  /** Looks again at the line that waits for longest. */
  #resume(): void {
    this.#next = undefined;
    const [line, other] = this.#postponed;
    if (!line) return;
    this.#postponed.delete(line);
    line.lookAhead();
    if (other) this.postpone(other);
  }

  /** The picture of a print with these values, where it was drawn ahead. Never rejects for what is wrong with the label. */
  async take(line: Line, document: LabelDocument, values: PrintValues): Promise<Picture | undefined> {
    return this.#matching(line, document, values)?.picture;
  }

  #matching({ ahead }: Line, document: LabelDocument, values: PrintValues): AheadPicture | undefined {
    if (ahead?.key !== this.#keyOf(document, values)) return undefined;
    return !document.needs.moment || isSameMoment(ahead.values, values) || sayingOf(document, ahead.values) === sayingOf(document, values)
      ? ahead
      : undefined;
  }

  #keyOf({ hash }: LabelDocument, values: PrintValues): string {
    return `${hash} ${this.#rooms.fonts.set.id} ${stringifyPrintValues({ ...values, moment: NO_MOMENT })}`;
  }

  #failed({ printer }: Line, error: unknown): undefined {
    if (!(error instanceof ProblemError)) this.#rooms.log.warn(`${printer.name}: the next print could not be drawn ahead`, error);
  }
}

/** Everything that the label says: labels that say the same print the same. */
function sayingOf({ label }: LabelDocument, values: PrintValues): string {
  return JSON.stringify(resolveLabel(label, values));
}

function showsSeconds(document: LabelDocument, values: PrintValues): boolean {
  return document.needs.moment && sayingOf(document, values) !== sayingOf(document, aSecondLater(values));
}

function isSameMoment({ moment }: PrintValues, { moment: other }: PrintValues): boolean {
  return JSON.stringify(moment) === JSON.stringify(other);
}

function aSecondLater(values: PrintValues): PrintValues {
  const { moment } = values;
  return { ...values, moment: { ...moment, epochMs: moment.epochMs + SECOND } };
}

const UNTOUCHED = { started: 0, voided: 0, row_started: 0, seek_print: 0 };

/** Another place means another print: how many were begun and are owed again, and how far it has come since it began. */
function placeOf({ id, started, voided, cursor, row_started, seek_print }: typeof UNTOUCHED & Pick<Job, 'id' | 'cursor'>): string {
  return [id, started, voided, cursor, row_started, seek_print].join(' ');
}
