import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import {
  changeoverSchema,
  isOver,
  type Changeover,
  type ChangeoverPrinter,
  type ChangeoversEvent,
  type ChangeoverStage,
  type FirstPrintOfChangeover,
  type PrinterOfChangeover,
} from '#contract/station/changeovers.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Lines } from '../lines/lines.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';
import type { ChangeoverControllers } from './changeover-controllers.ts';
import { beforeChangeover, openChecks, openCounts, printerOf, requireStage, withNextJobs, withPrinter } from './changeover-steps.ts';

/** All lines together, newest first. */
export const storedChangeoversSchema = z.array(changeoverSchema);

export interface ChangeoversOptions {
  store: Pick<StoredSetting<Changeover[]>, 'read' | 'save'>;
  lines: Pick<Lines, 'get'>;
  fleet: Pick<Fleet, 'find'>;
  controllers: Pick<ChangeoverControllers, 'unload' | 'counts' | 'isApproved'>;
  now: () => number;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The oldest changeovers of a line beyond this number are deleted. */
const MAX_PER_LINE = 50;

/** The changeovers of all lines. Every step is stored before it is emitted, so that a changeover goes on after a restart. */
export class Changeovers {
  readonly #options: ChangeoversOptions;
  /** Emits the id of the line whose changeovers have changed. */
  readonly #emitter: Emitter<string>;
  #changeovers: readonly Changeover[] = [];
  #lastChange: Promise<void> = Promise.resolve();

  constructor(options: ChangeoversOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    this.#changeovers = (await this.#options.store.read()) ?? [];
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    await this.#lastChange;
  }

  /** The changeovers of one line. */
  feedOf(line: string): FeedSource<ChangeoversEvent> {
    const snapshot = (): ChangeoversEvent => ({
      type: 'snapshot',
      changeovers: this.#changeovers.filter((changeover) => changeover.line === line),
    });
    return {
      snapshot,
      subscribe: (listener) =>
        this.#emitter.subscribe((changed) => {
          if (changed === line) listener(snapshot());
        }),
    };
  }

  /** Throws `not-found` for an unknown line, `in-use` while one of the line is not over, and `invalid-input` for a line without printers. */
  async begin(line: string): Promise<Changeover> {
    const { printers } = this.#options.lines.get(line);
    if (printers.length === 0) throw new ProblemError('invalid-input', { detail: 'The line has no printers.' });
    const begun: Changeover = {
      ...{ id: this.#options.newId(), line, stage: 'end', startedAt: this.#now(), endedAt: null, clearance: null },
      printers: printers.map((printer) => beforeChangeover(printer, this.#find(printer))),
    };
    await this.#store(line, (all) => {
      if (all.some((other) => other.line === line && !isOver(other))) {
        throw new ProblemError('in-use', { detail: 'A changeover of this line is not finished.' });
      }
      const kept = all.filter((other) => other.line === line).slice(0, MAX_PER_LINE - 1);
      return [begun, ...all.filter((other) => other.line !== line || kept.includes(other))];
    });
    return begun;
  }

  async endJob({ idempotencyKey, ...place }: PrinterOfChangeover & { idempotencyKey: string }): Promise<void> {
    const printer = this.#printerAt('end', place);
    await this.#options.controllers.unload(printer, idempotencyKey);
    await this.#changePrinter(place, (one) => ({ ...one, isEnded: true, isLeftOut: false }));
    await this.count(place);
  }

  async count(place: PrinterOfChangeover): Promise<void> {
    const counts = await this.#options.controllers.counts(this.#printerAt('end', place));
    await this.#changePrinter(place, (one) => ({ ...one, counts }));
  }

  async leaveOut(place: PrinterOfChangeover): Promise<void> {
    this.#printerAt('end', place);
    await this.#changePrinter(place, (one) => ({ ...one, isLeftOut: true }));
  }

  /** Throws `in-use` while a job is not ended or counts do not agree. */
  async confirmCounts(id: string): Promise<void> {
    await this.#change(id, (changeover) => {
      requireStage(changeover, 'end');
      const open = openCounts(changeover).map(({ printer }) => `"${printer}"`);
      if (open.length > 0) throw new ProblemError('in-use', { detail: `The counts of ${open.join(', ')} are not resolved.` });
      return { ...changeover, stage: 'clearance' };
    });
  }

  async confirmClearance(id: string, { by, checks }: Omit<NonNullable<Changeover['clearance']>, 'at'>): Promise<void> {
    await this.#change(id, (changeover) => {
      requireStage(changeover, 'clearance');
      return { ...changeover, stage: 'select', clearance: { at: this.#now(), by, checks } };
    });
  }

  /** Throws `nothing-selected` when no printer has a job. */
  async confirmJobs(id: string): Promise<void> {
    await this.#change(id, (changeover) => {
      requireStage(changeover, 'select');
      return withNextJobs(changeover, (printer) => this.#find(printer));
    });
  }

  async checkFirstPrint({ print, ...place }: FirstPrintOfChangeover): Promise<void> {
    const isApproved = await this.#options.controllers.isApproved(this.#printerAt('check', place), print);
    await this.#changePrinter(place, (one) => ({ ...one, firstPrint: isApproved ? 'approved' : 'stopped' }));
  }

  async selectAgain(id: string): Promise<void> {
    await this.#change(id, (changeover) => {
      requireStage(changeover, 'check');
      return { ...changeover, stage: 'select' };
    });
  }

  /** Throws `in-use` while a first print is not approved. */
  async finish(id: string): Promise<void> {
    await this.#change(id, (changeover) => {
      requireStage(changeover, 'check');
      const open = openChecks(changeover).map(({ printer }) => `"${printer}"`);
      if (open.length > 0) throw new ProblemError('in-use', { detail: `The first print of ${open.join(', ')} is not approved.` });
      return { ...changeover, stage: 'finished', endedAt: this.#now() };
    });
  }

  async cancel(id: string): Promise<void> {
    await this.#change(id, (changeover) => {
      if (isOver(changeover)) throw new ProblemError('changed-meanwhile', { detail: 'The changeover is over.' });
      return { ...changeover, stage: 'cancelled', endedAt: this.#now() };
    });
  }

  /** Deletes the changeovers of a line that was removed. */
  async forgetLine(line: string): Promise<void> {
    await this.#store(line, (all) => all.filter((other) => other.line !== line));
  }

  /** The id of a changeover's line. Throws `not-found`. */
  lineOf(id: string): string {
    return this.#get(id).line;
  }

  #now(): number {
    return Math.round(this.#options.now());
  }

  #find({ connection, printer }: LinePrinter) {
    return this.#options.fleet.find(connection, printer);
  }

  #get(id: string): Changeover {
    const found = this.#changeovers.find((changeover) => changeover.id === id);
    if (found) return found;
    throw new ProblemError('not-found', { detail: 'This changeover does not exist.' });
  }

  #printerAt(stage: ChangeoverStage, place: PrinterOfChangeover): ChangeoverPrinter {
    const changeover = this.#get(place.changeover);
    requireStage(changeover, stage);
    return printerOf(changeover, place);
  }

  #changePrinter(place: PrinterOfChangeover, update: (printer: ChangeoverPrinter) => ChangeoverPrinter): Promise<void> {
    return this.#change(place.changeover, (changeover) => withPrinter(changeover, place, update));
  }

  async #change(id: string, update: (changeover: Changeover) => Changeover): Promise<void> {
    await this.#store(this.#get(id).line, (all) => all.map((other) => (other.id === id ? update(other) : other)));
  }

  /** Runs changes one after the other. */
  #store(line: string, update: (all: readonly Changeover[]) => readonly Changeover[]): Promise<void> {
    const result = this.#lastChange.then(async () => {
      const next = update(this.#changeovers);
      await this.#options.store.save([...next]);
      this.#changeovers = next;
      this.#emitter.emit(line);
    });
    this.#lastChange = result.catch(() => undefined);
    return result;
  }
}
