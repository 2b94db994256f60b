import { setTimeout as wait } from 'node:timers/promises';
import type { PlantSite } from './plant-site.ts';

/** Rows of a run: eight lines print it in about two minutes. */
const ROWS = 1_000;
const LOOK_EVERY = 1_000;
/** Milliseconds without a change of a run without free rows, after which the lines begin the next one: the rest stays with lines that were restored. */
const PATIENCE = 20_000;

/** A run of rows, with what the plant knows of it. */
export interface RowRunFigures {
  free: number;
  held: number;
  printed: number;
}

/** The runs of rows that all lines share, one after the other. */
export class SharedRuns {
  readonly #site: PlantSite;
  /** The number of rows of each run, by its name. */
  readonly runs = new Map<string, number>();
  #current = '';

  constructor(site: PlantSite) {
    this.#site = site;
    this.begin(ROWS);
  }

  /** The run that the lines shall print. */
  get current(): { name: string; rows: number } {
    return { name: this.#current, rows: this.runs.get(this.#current) ?? 0 };
  }

  begin(rows: number): void {
    this.#current = `Run ${this.runs.size + 1}`;
    this.runs.set(this.#current, rows);
  }

  /** What the plant knows of the current run; undefined while its database is down, or the run has not begun. */
  async figures(): Promise<RowRunFigures | undefined> {
    const sql = `SELECT state, sum(end_row - first_row)::int AS rows FROM row_ranges WHERE run = '${this.#current}' GROUP BY state`;
    const sums = await this.#site.query<{ state: string; rows: number }>(sql).catch(() => undefined);
    if (!sums || sums.length === 0) return undefined;
    const of = (state: string) => sums.find((sum) => sum.state === state)?.rows ?? 0;
    return { free: of('free'), held: of('held'), printed: of('printed') };
  }

  /** Begins the next run whenever the lines can print no more of one. */
  async follow(isOver: () => boolean): Promise<void> {
    let last = '';
    let changed = Date.now();
    while (!isOver()) {
      const figures = await this.figures();
      const seen = figures ? JSON.stringify([this.#current, figures]) : last;
      if (seen !== last) [last, changed] = [seen, Date.now()];
      const isStanding = Date.now() - changed > PATIENCE;
      if (figures?.free === 0 && (figures.held === 0 || isStanding)) this.begin(ROWS);
      await wait(LOOK_EVERY);
    }
  }
}
