import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { selectedJobSchema, type LastSelection } from '#contract/station/last-selection.ts';
import type { LastSelectionStore, StoredSelection } from './last-selection-store.ts';

export interface LastSelectionsDeps {
  now: () => number;
  store: Pick<LastSelectionStore, 'list' | 'save'>;
  /** Called after the selection of a printer has changed. */
  changed: (connection: string, printer: string) => void;
}

/**
 * What was selected last through this station, on controllers that do not report the selected job. Other clients of the controller may have selected
 * something else since. Survives restarts of the station.
 */
export class LastSelections {
  readonly #deps: LastSelectionsDeps;
  readonly #selections = new Map<string, StoredSelection>();

  constructor(deps: LastSelectionsDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    for (const stored of await this.#deps.store.list()) this.#selections.set(keyOf(stored.connection, stored.printer), stored);
  }

  find(connection: string, printer: string): LastSelection | undefined {
    return this.#selections.get(keyOf(connection, printer))?.selection;
  }

  selected(connection: string, printer: string, job: PrintJob): void {
    const selection = { job: selectedJobSchema.parse(job), at: Math.round(this.#deps.now()) };
    this.#selections.set(keyOf(connection, printer), { connection, printer, selection });
    this.#stored(connection, printer);
  }

  deselected(connection: string, printer: string): void {
    if (this.#selections.delete(keyOf(connection, printer))) this.#stored(connection, printer);
  }

  /** Forgets a connection that was removed. */
  forget(connection: string): void {
    const printers = [...this.#selections.values()].filter((stored) => stored.connection === connection);
    for (const { printer } of printers) this.deselected(connection, printer);
  }

  #stored(connection: string, printer: string): void {
    this.#deps.store.save([...this.#selections.values()]);
    this.#deps.changed(connection, printer);
  }
}

function keyOf(connection: string, printer: string): string {
  return JSON.stringify([connection, printer]);
}
