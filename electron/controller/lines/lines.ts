import { controllerLineSchema, type ControllerLine } from '#contract/api-v3/controller-line.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import type { Publish } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import type { NewName } from '../platform/rename-row.ts';
import { readStored, tryStored } from '../stored-content/stored-json.ts';
import type { LineStops } from './line-stops.ts';

/** The most lines of a controller. */
const MAX_LINES = 100;

export interface LinesOptions {
  db: ControllerDatabase;
  stops: LineStops;
  /** The names of all printers. */
  printers: { names(): readonly string[] };
  publish: Publish;
  log: Log;
}

/** The lines of the controller: which printers stop together, and what stops them. */
export class Lines {
  readonly #options: LinesOptions;
  #lines: ReadonlyMap<string, ControllerLine> = new Map();

  constructor(options: LinesOptions) {
    this.#options = options;
  }

  /** Reads the lines. Call it before anything prints. */
  async start(): Promise<void> {
    const { db, log } = this.#options;
    const lines = new Map<string, ControllerLine>();
    for (const { name, line } of await db.selectFrom('lines').selectAll().orderBy('name').execute()) {
      const read = tryStored(controllerLineSchema, line);
      if ('fault' in read) log.error(`the line "${name}" is stored in a form that cannot be used: ${read.fault}`);
      else lines.set(name, read.value);
    }
    this.#lines = lines;
  }

  /** All lines, by name. */
  all(): readonly (readonly [string, ControllerLine])[] {
    return [...this.#lines];
  }

  /** The line of a printer. */
  ofPrinter(printer: string): readonly [string, ControllerLine] | undefined {
    return this.all().find(([, { printers }]) => printers.includes(printer));
  }

  /** Throws `not-found` and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#options.db): Promise<ControllerLine> {
    const row = await db.selectFrom('lines').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missing(name);
    return readStored(controllerLineSchema, row.line, { title: `line "${name}"`, instance: pathOf(name) });
  }

  /** Adds or replaces a line. Throws `invalid-input` for a printer that does not exist or belongs to another line. */
  async put(name: string, line: ControllerLine, trx: ControllerTransaction): Promise<'created' | 'replaced'> {
    this.#refusePrinters(name, line);
    const isNew = !this.#lines.has(name);
    if (isNew && this.#lines.size >= MAX_LINES)
      throw new ProblemError('too-many-requests', { detail: `A controller has at most ${MAX_LINES} lines.` });
    await this.#store(new Map([[name, line]]), trx);
    return isNew ? 'created' : 'replaced';
  }

  /** Removes a line, and ends its stops. Throws `not-found`. */
  async remove(name: string, by: string, trx: ControllerTransaction): Promise<void> {
    const { numDeletedRows } = await trx.deleteFrom('lines').where('name', '=', name).executeTakeFirst();
    if (numDeletedRows === 0n) throw missing(name);
    this.#changed(new Map([...this.#lines].filter(([other]) => other !== name)), trx);
    await this.#options.stops.end(name, { by, reason: 'the line was removed' }, trx);
  }

  /** Throws `not-found` and `name-taken`. */
  async rename({ name, to }: NewName, trx: ControllerTransaction): Promise<void> {
    const line = this.#lines.get(name);
    if (!line) throw missing(name);
    if (this.#lines.has(to)) throw new ProblemError('name-taken', { detail: `There is a line "${to}" already.`, instance: pathOf(to) });
    await trx.updateTable('lines').set({ name: to }).where('name', '=', name).execute();
    await this.#options.stops.renameLine({ name, to }, trx);
    await trx.updateTable('line_periods').set({ line: to }).where('line', '=', name).execute();
    this.#changed(sorted([...this.#lines].map(([other, its]) => [other === name ? to : other, its])), trx);
  }

  /** A printer has another name; without one it was removed. */
  async printerChanged(printer: string, to: string | undefined, trx: ControllerTransaction): Promise<void> {
    const found = this.ofPrinter(printer);
    if (!found) return;
    const [name, line] = found;
    const printers = line.printers.flatMap((one) => (one !== printer ? [one] : to === undefined ? [] : [to]));
    const { countedBy } = line.downtime;
    const downtime = { ...line.downtime, countedBy: countedBy === printer ? (to ?? null) : countedBy };
    await this.#store(new Map([[name, { ...line, printers, downtime }]]), trx);
  }

  async #store(changed: ReadonlyMap<string, ControllerLine>, trx: ControllerTransaction): Promise<void> {
    for (const [name, line] of changed) {
      const text = JSON.stringify(line);
      await trx
        .insertInto('lines')
        .values({ name, line: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ line: text }))
        .execute();
    }
    this.#changed(sorted([...this.#lines, ...changed]), trx);
  }

  #changed(lines: ReadonlyMap<string, ControllerLine>, trx: ControllerTransaction): void {
    const { publish, stops } = this.#options;
    publish({ type: 'controller-lines:changed' }, trx);
    afterCommit(trx, () => {
      this.#lines = lines;
      stops.changes.emit('changed');
    });
  }

  #refusePrinters(name: string, { printers }: ControllerLine): void {
    const known = new Set(this.#options.printers.names());
    const errors = printers.flatMap((printer, at) => {
      const [line = name] = this.ofPrinter(printer) ?? [];
      if (!known.has(printer)) return [{ pointer: `/printers/${at}`, detail: `there is no printer "${printer}"` }];
      return line === name ? [] : [{ pointer: `/printers/${at}`, detail: `"${printer}" belongs to the line "${line}" already` }];
    });
    if (errors.length === 0) return;
    throw new ProblemError('invalid-input', { detail: errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '), errors });
  }
}

function sorted(lines: readonly (readonly [string, ControllerLine])[]): ReadonlyMap<string, ControllerLine> {
  return new Map([...new Map(lines)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no line "${name}".`, instance: pathOf(name) });
}

function pathOf(name: string): string {
  return `/api/v3/lines/${encodeURIComponent(name)}`;
}
