import type { ControllerRowRun, RowLeaseRequest, RowReport, RowRun, RowRunContent } from '#contract/plant/row-run.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PlantConnections, Session } from '../database/plant-connections.ts';
import type { PlantDatabase } from '../database/plant-schema.ts';
import { RowRanges } from './row-ranges.ts';

const MAX_LISTED = 1_000;
/** A controller gets at most this part of the rows that are free, and not fewer than this: so that the last rows are printed by all lines. */
const PART_OF_FREE = 1 / 8;
const FEWEST_ROWS = 10;
/** More than any number of a row. */
const END = Number.MAX_SAFE_INTEGER;

/** A run as stored. */
interface StoredRun {
  table_name: string;
  hash: Buffer;
  first_row: number;
  end_row: number;
  copies: number;
  copies_column: string | null;
}

/** The rows of a run that a person gives to other controllers. */
export interface Release {
  /** The number of the controller that has them. */
  controller: number;
  reason: string;
  /** The name of the key of the person. */
  key: string;
}

/**
 * Runs: the rows of a table that controllers share. The plant gives them to controllers in blocks. A row is held by one controller at a time, and stays
 * with it until the controller says what became of it, or a person releases it.
 */
export class RowRuns {
  readonly #connections: PlantConnections;

  constructor(connections: PlantConnections) {
    this.#connections = connections;
  }

  get #db(): PlantDatabase {
    return this.#connections.db;
  }

  /** The newest first, at most 1 000. */
  async list(): Promise<RowRun[]> {
    const runs = await this.#db.selectFrom('row_runs').selectAll().orderBy('begun', 'desc').orderBy('name').limit(MAX_LISTED).execute();
    const names = runs.map(({ name }) => name);
    if (names.length === 0) return [];
    const sums = await this.#db
      .selectFrom('row_ranges')
      .leftJoin('controllers', 'controllers.number', 'row_ranges.controller')
      .select(({ fn, eb }) => [
        'run',
        'state',
        'controllers.id as controller',
        fn.sum<number | string>(eb('end_row', '-', eb.ref('first_row'))).as('rows'),
      ])
      .where('run', 'in', names)
      .groupBy(['run', 'state', 'controllers.id'])
      .orderBy('controllers.id')
      .execute();
    return runs.map((run) => {
      const own = sums.filter((sum) => sum.run === run.name);
      const rowsIn = (state: string) => own.filter((sum) => sum.state === state).reduce((rows, sum) => rows + Number(sum.rows), 0);
      return {
        ...{ name: run.name, ...contentOf(run), begun: run.begun.toISOString() },
        ...{ free: rowsIn('free'), held: rowsIn('held'), printed: rowsIn('printed') },
        holders: own.flatMap(({ controller, rows }) => (controller === null ? [] : [{ controller, rows: Number(rows) }])),
      };
    });
  }

  /**
   * Gives a controller, by its number, a block of free rows, and begins the run if it is the first one. The same request gets what the controller still has
   * of the same block. Throws `row-run-differs` if the run consists of something else.
   */
  async lease(name: string, controller: number, { request, size, content }: RowLeaseRequest): Promise<ControllerRowRun> {
    return this.#connections.transaction(async (session) => {
      await begin(name, content, session);
      const run = await locked(name, session);
      refuseOther(name, contentOf(run), content);
      const ranges = new RowRanges(name, session);
      const isNew = await session.change(
        'INSERT INTO row_lease_requests (run, controller, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [name, controller, request],
      );
      if (isNew > 0) {
        const { free } = await ranges.counts();
        const most = Math.max(FEWEST_ROWS, Math.ceil(free * PART_OF_FREE));
        // A request that got nothing can be repeated.
        if (!(await ranges.take(Math.min(size, most), { controller, request }))) await forget(name, { controller, request }, session);
      }
      return describe(ranges, controller);
    });
  }

  /** What a controller has of a run. Throws `not-found`. */
  async get(name: string, controller: number): Promise<ControllerRowRun> {
    return this.#connections.transaction(async (session) => {
      await locked(name, session);
      return describe(new RowRanges(name, session), controller);
    });
  }

  /** Records what became of rows. Those that the controller does not have for this request any more are left as they are. Throws `not-found`. */
  async report(name: string, controller: number, { request, printed, returned }: RowReport): Promise<ControllerRowRun> {
    return this.#connections.transaction(async (session) => {
      await locked(name, session);
      const ranges = new RowRanges(name, session);
      for (const range of printed) await ranges.settle(range, 'printed', { controller, request });
      for (const range of returned) await ranges.settle(range, 'free', { controller, request });
      return describe(ranges, controller);
    });
  }

  /** Gives all rows that a controller has to others, as a person has decided. Returns how many. Throws `not-found`. */
  async release(name: string, { controller, reason, key }: Release): Promise<number> {
    return this.#connections.transaction(async (session) => {
      await locked(name, session);
      const rows = await new RowRanges(name, session).settle({ first: 0, end: END }, 'free', { controller });
      if (rows === 0) throw new ProblemError('not-found', { detail: `The controller has no rows of the run "${name}".` });
      await session.query('INSERT INTO row_releases (run, controller, rows, reason, key_name) VALUES ($1, $2, $3, $4, $5)', [
        ...[name, controller, rows, reason, key],
      ]);
      return rows;
    });
  }

  /** Who has released rows, the newest first. */
  async releases(name: string) {
    const rows = await this.#db
      .selectFrom('row_releases')
      .innerJoin('controllers', 'controllers.number', 'row_releases.controller')
      .select(['controllers.id as controller', 'rows', 'reason', 'key_name as key', 'at'])
      .where('run', '=', name)
      .orderBy('row_releases.id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map((row) => ({ ...row, rows: Number(row.rows), at: row.at.toISOString() }));
  }
}

/** Stores a run whose rows are all free, unless there is one with this name. */
async function begin(name: string, content: RowRunContent, session: Session): Promise<void> {
  const { table, hash, rows, copies, copiesColumn } = content;
  const begun = await session.change(
    `INSERT INTO row_runs (name, table_name, hash, first_row, end_row, copies, copies_column) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING`,
    [name, table, Buffer.from(hash, 'hex'), rows.first, rows.end, copies, copiesColumn ?? null],
  );
  if (begun > 0) await new RowRanges(name, session).begin(rows);
}

/** Requests about the same run wait for each other. */
async function locked(name: string, session: Session): Promise<StoredRun> {
  const [run] = await session.query<StoredRun>('SELECT * FROM row_runs WHERE name = $1 FOR UPDATE', [name]);
  if (!run) throw new ProblemError('not-found', { detail: `The plant has no run "${name}".` });
  return run;
}

async function forget(run: string, { controller, request }: { controller: number; request: string }, session: Session): Promise<void> {
  await session.query('DELETE FROM row_lease_requests WHERE run = $1 AND controller = $2 AND request = $3', [run, controller, request]);
}

async function describe(ranges: RowRanges, controller: number): Promise<ControllerRowRun> {
  return { ...(await ranges.counts()), blocks: await ranges.held({ controller }) };
}

function contentOf({ table_name: table, hash, first_row: first, end_row: end, copies, copies_column: column }: StoredRun): RowRunContent {
  const rows = { first: Number(first), end: Number(end) };
  return { table, hash: Buffer.from(hash).toString('hex'), rows, copies: Number(copies), ...(column !== null && { copiesColumn: column }) };
}

/** Throws `row-run-differs`, saying what is different. */
function refuseOther(name: string, begun: RowRunContent, asked: RowRunContent): void {
  const copies = ({ copies: count, copiesColumn }: RowRunContent) =>
    copiesColumn === undefined ? `${count}` : `${count}, column "${copiesColumn}"`;
  const rows = (content: RowRunContent) => `${content.rows.first} to ${content.rows.end - 1}`;
  const differences: [what: string, begun: string, asked: string][] = [
    ['the table', `"${begun.table}"`, `"${asked.table}"`],
    ['the range of rows', rows(begun), rows(asked)],
    ['the number of copies', copies(begun), copies(asked)],
    ['the content of the table (SHA-256)', begun.hash.slice(0, 12), asked.hash.slice(0, 12)],
  ];
  const found = differences.find(([, one, other]) => one !== other);
  if (!found) return;
  const [what, one, other] = found;
  const detail = `The run "${name}" was begun with other rows: ${what} there is ${one}, and here ${other}. A run has one content; use another name for other rows.`;
  throw new ProblemError('row-run-differs', { detail });
}
