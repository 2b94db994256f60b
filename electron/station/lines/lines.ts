import { ProblemError } from '#contract/problem.ts';
import type { ControllerLineRef, Line, LineContent, LinePrinter, LinesEvent } from '#contract/station/lines.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import {
  placeKey,
  withLine,
  withoutConnection,
  withReadLines,
  withRenamedLine,
  withRenamedPrinter,
  type ReadLine,
} from './line-membership.ts';
import type { LineStore } from './line-store.ts';

export interface LinesOptions {
  store: LineStore;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Every event contains all lines. */
const MAX_LINES = 500;

/** The production lines: groups of printers of all connections. A change is stored before it is emitted. */
export class Lines implements FeedSource<LinesEvent> {
  readonly #options: LinesOptions;
  readonly #emitter: Emitter<LinesEvent>;
  #lines: readonly Line[] = [];
  #lastChange: Promise<void> = Promise.resolve();

  constructor(options: LinesOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    this.#lines = await this.#options.store.list();
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    await this.#lastChange;
  }

  /** In their order. */
  get list(): readonly Line[] {
    return this.#lines;
  }

  subscribe(listener: (event: LinesEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): LinesEvent {
    return { type: 'snapshot', lines: [...this.#lines] };
  }

  /** Throws `not-found`. */
  get(id: string): Line {
    return lineOf(this.#lines, id);
  }

  /**
   * Adds a line; its printers and controllers' lines leave their former lines. Throws `invalid-input` for a name in use and for a printer that
   * another line has by a controller's line, and `too-many-requests` beyond 500 lines.
   */
  async add(content: LineContent): Promise<Line> {
    const id = this.#options.newId();
    await this.#change((lines) => {
      refuseDouble(lines, { id, name: content.name });
      refuseTooMany(lines);
      return withLine(lines, { id, ...content });
    });
    return this.get(id);
  }

  /** Throws `not-found`, and `invalid-input` as `add` does. */
  async change(id: string, content: LineContent): Promise<void> {
    await this.#change((lines) => {
      lineOf(lines, id);
      refuseDouble(lines, { id, name: content.name });
      return withLine(lines, { id, ...content });
    });
  }

  /** Throws `changed-meanwhile` when `ids` does not name every line exactly once. */
  async order(ids: readonly string[]): Promise<void> {
    await this.#change((lines) => {
      const isComplete = ids.length === lines.length && new Set(ids).size === ids.length;
      const ordered = lines.filter((line) => ids.includes(line.id)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      if (isComplete && ordered.length === lines.length) return ordered;
      throw new ProblemError('changed-meanwhile', { detail: 'Lines were added or removed meanwhile.' });
    });
  }

  /** Throws `not-found`. */
  async remove(id: string): Promise<void> {
    await this.#change((lines) => {
      const line = lineOf(lines, id);
      return lines.filter((other) => other !== line);
    });
  }

  /** A printer was renamed: it stays in its line. */
  async renamePrinter(renamed: LinePrinter, to: string): Promise<void> {
    const key = placeKey(renamed);
    if (!this.#lines.some(({ printers }) => printers.some((printer) => placeKey(printer) === key))) return;
    await this.#change((lines) => lines.map((line) => withRenamedPrinter(line, renamed, to)));
  }

  /** A controller's line was renamed: it stays in its line. */
  async renameControllerLine(renamed: ControllerLineRef, to: string): Promise<void> {
    const key = placeKey(renamed);
    if (!this.#lines.some(({ controllerLines }) => controllerLines.some((included) => placeKey(included) === key))) return;
    await this.#change((lines) => lines.map((line) => withRenamedLine(line, renamed, to)));
  }

  /** A controller has listed its lines: those that belong to a line bring their printers along. A line that is not listed keeps its printers. */
  async followControllerLines(connection: string, read: readonly ReadLine[]): Promise<void> {
    if (withReadLines(this.#lines, connection, read) === this.#lines) return;
    await this.#change((lines) => withReadLines(lines, connection, read));
  }

  /** Removes the printers and lines of a connection that was removed. */
  forget(connection: string): void {
    const isOf = (place: { connection: string }): boolean => place.connection === connection;
    const isAffected = this.#lines.some(({ printers, controllerLines }) => printers.some(isOf) || controllerLines.some(isOf));
    if (isAffected) this.#change((lines) => lines.map((line) => withoutConnection(line, connection))).catch(this.#options.report);
  }

  /** Runs changes one after the other. */
  #change(update: (lines: readonly Line[]) => readonly Line[]): Promise<void> {
    const result = this.#lastChange.then(async () => {
      const next = update(this.#lines);
      await this.#options.store.save(next);
      this.#lines = next;
      this.#emitter.emit(this.snapshot());
    });
    this.#lastChange = result.catch(() => undefined);
    return result;
  }
}

function lineOf(lines: readonly Line[], id: string): Line {
  const line = lines.find((other) => other.id === id);
  if (line) return line;
  throw new ProblemError('not-found', { detail: 'This line no longer exists.' });
}

function refuseDouble(lines: readonly Line[], { id, name }: Pick<Line, 'id' | 'name'>): void {
  if (!lines.some((other) => other.id !== id && other.name === name)) return;
  const detail = `A line "${name}" already exists.`;
  throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/name', detail }] });
}

function refuseTooMany(lines: readonly Line[]): void {
  if (lines.length >= MAX_LINES) throw new ProblemError('too-many-requests', { detail: `A station has at most ${MAX_LINES} lines.` });
}
