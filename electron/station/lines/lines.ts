import { ProblemError } from '#contract/problem.ts';
import type { Line, LineContent, LinePrinter, LinesEvent } from '#contract/station/lines.ts';
import { Announcer } from '../announcer.ts';
import type { FeedSource } from '../feed.ts';
import type { LineStore } from './line-store.ts';

export interface LinesOptions {
  store: LineStore;
  newId: () => string;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

/** All lines are told with each change of one. A printer is in one line only, so that this bounds their printers too. */
const MOST_LINES = 500;

/** How people group the printers of all connections. What is told is stored already. */
export class Lines implements FeedSource<LinesEvent> {
  readonly #options: LinesOptions;
  readonly #announcer = new Announcer<LinesEvent>();
  #lines: readonly Line[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(options: LinesOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#lines = await this.#options.store.list();
  }

  /** Resolves when what was to be stored is stored. */
  async stop(): Promise<void> {
    await this.#storing;
  }

  subscribe(listener: (event: LinesEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  snapshot(): LinesEvent {
    return { type: 'snapshot', lines: [...this.#lines] };
  }

  /** Throws `invalid-input` for a name that another line has, and `too-many-requests` when there are 500 lines. */
  async add(content: LineContent): Promise<Line> {
    const line = { id: this.#options.newId(), name: content.name, printers: distinct(content.printers) };
    await this.#change((lines) => {
      refuseDouble(lines, line);
      refuseTooMany(lines);
      return [...lines.map((other) => without(other, line.printers)), line];
    });
    return line;
  }

  /** Throws `not-found` when there is no such line, and `invalid-input` for a name that another line has. */
  async change(id: string, content: LineContent): Promise<void> {
    const line = { id, name: content.name, printers: distinct(content.printers) };
    await this.#change((lines) => {
      lineOf(lines, id);
      refuseDouble(lines, line);
      return lines.map((other) => (other.id === id ? line : without(other, line.printers)));
    });
  }

  /** Throws `changed-meanwhile` when these are not exactly the lines that there are. */
  async order(ids: readonly string[]): Promise<void> {
    await this.#change((lines) => {
      const isComplete = ids.length === lines.length && new Set(ids).size === ids.length;
      const ordered = lines.filter((line) => ids.includes(line.id)).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      if (isComplete && ordered.length === lines.length) return ordered;
      throw new ProblemError('changed-meanwhile', { detail: 'Lines were added or removed meanwhile.' });
    });
  }

  /** Throws `not-found` when there is no such line. */
  async remove(id: string): Promise<void> {
    await this.#change((lines) => {
      const line = lineOf(lines, id);
      return lines.filter((other) => other !== line);
    });
  }

  /** The printers of a connection that is gone for good are in no line any more. */
  forget(connection: string): void {
    const keepOthers = (line: Line): Line => ({ ...line, printers: line.printers.filter((printer) => printer.connection !== connection) });
    const isConcerned = this.#lines.some(({ printers }) => printers.some((printer) => printer.connection === connection));
    if (isConcerned) this.#change((lines) => lines.map(keepOthers)).catch(this.#options.report);
  }

  /** One change after the other, each on what the one before left. */
  #change(make: (lines: readonly Line[]) => readonly Line[]): Promise<void> {
    const result = this.#storing.then(async () => {
      const next = make(this.#lines);
      await this.#options.store.save(next);
      this.#lines = next;
      this.#announcer.announce(this.snapshot());
    });
    this.#storing = result.catch(() => undefined);
    return result;
  }
}

function lineOf(lines: readonly Line[], id: string): Line {
  const line = lines.find((other) => other.id === id);
  if (line) return line;
  throw new ProblemError('not-found', { detail: 'The line is gone: somebody removed it.' });
}

function refuseDouble(lines: readonly Line[], { id, name }: Line): void {
  if (!lines.some((other) => other.id !== id && other.name === name)) return;
  const detail = `There is a line "${name}" already.`;
  throw new ProblemError('invalid-input', { detail, errors: [{ pointer: '/name', detail }] });
}

function refuseTooMany(lines: readonly Line[]): void {
  if (lines.length >= MOST_LINES) throw new ProblemError('too-many-requests', { detail: `A station has at most ${MOST_LINES} lines.` });
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
