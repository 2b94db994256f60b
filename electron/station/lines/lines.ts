import { ProblemError } from '#contract/problem.ts';
import type { Line, LineContent, LinePrinter, LinesEvent } from '#contract/station/lines.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
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

  /** Adds a line; its printers leave their former lines. Throws `invalid-input` for a name in use, and `too-many-requests` beyond 500 lines. */
  async add(content: LineContent): Promise<Line> {
    const line = { id: this.#options.newId(), name: content.name, printers: distinct(content.printers) };
    await this.#change((lines) => {
      refuseDouble(lines, line);
      refuseTooMany(lines);
      return [...lines.map((other) => without(other, line.printers)), line];
    });
    return line;
  }

  /** Throws `not-found`, and `invalid-input` for a name in use. */
  async change(id: string, content: LineContent): Promise<void> {
    const line = { id, name: content.name, printers: distinct(content.printers) };
    await this.#change((lines) => {
      lineOf(lines, id);
      refuseDouble(lines, line);
      return lines.map((other) => (other.id === id ? line : without(other, line.printers)));
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
    const isRenamed = (printer: LinePrinter) => keyOf(printer) === keyOf(renamed);
    if (!this.#lines.some(({ printers }) => printers.some(isRenamed))) return;
    const named = (printer: LinePrinter): LinePrinter => (isRenamed(printer) ? { ...printer, printer: to } : printer);
    await this.#change((lines) => lines.map((line) => ({ ...line, printers: line.printers.map(named) })));
  }

  /** Removes the printers of a connection that was removed. */
  forget(connection: string): void {
    const withoutConnection = (line: Line): Line => ({
      ...line,
      printers: line.printers.filter((printer) => printer.connection !== connection),
    });
    const isAffected = this.#lines.some(({ printers }) => printers.some((printer) => printer.connection === connection));
    if (isAffected) this.#change((lines) => lines.map(withoutConnection)).catch(this.#options.report);
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

function refuseDouble(lines: readonly Line[], { id, name }: Line): void {
  if (!lines.some((other) => other.id !== id && other.name === name)) return;
  const detail = `A line "${name}" already exists.`;
  throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/name', detail }] });
}

function refuseTooMany(lines: readonly Line[]): void {
  if (lines.length >= MAX_LINES) throw new ProblemError('too-many-requests', { detail: `A station has at most ${MAX_LINES} lines.` });
}

function keyOf({ connection, printer }: LinePrinter): string {
  return JSON.stringify([connection, printer]);
}

function distinct(printers: readonly LinePrinter[]): LinePrinter[] {
  return [...new Map(printers.map((printer) => [keyOf(printer), printer])).values()];
}

function without(line: Line, printers: readonly LinePrinter[]): Line {
  const taken = new Set(printers.map(keyOf));
  return { ...line, printers: line.printers.filter((printer) => !taken.has(keyOf(printer))) };
}
