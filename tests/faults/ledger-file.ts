import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/** A print in the database file. */
export interface LedgerPrint {
  id: number;
  printer: string;
  state: string;
  pictureHash: string;
  /** Its counter values, as `counter=value`. */
  serials: string[];
  /** The cells of its table row and its variables, as `name=value`. */
  content: string[];
  /** The id of the print that it reworks. */
  supersedes: number | null;
  /** The idempotency key of its request. */
  key: string | null;
}

/** Reads the controller's database without any code of the program and without changing it. */
export class LedgerFile {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'controller.db');
  }

  /** Uses a connection that is closed afterwards; an open one would take part in the recovery. */
  read<Result>(look: (database: DatabaseSync) => Result): Result {
    const database = new DatabaseSync(this.#file, { readOnly: true, timeout: 10_000 });
    try {
      database.exec('BEGIN');
      return look(database);
    } finally {
      database.close();
    }
  }

  /** Prints from this id on, oldest first. */
  prints(from: number): LedgerPrint[] {
    const sql = 'SELECT id, printer, state, picture_hash, print_values, idempotency_key, supersedes FROM prints WHERE id >= ? ORDER BY id';
    const rows = this.read((database) => database.prepare(sql).all(from));
    return rows.map((row) => ({
      id: Number(row['id']),
      printer: String(row['printer']),
      state: String(row['state']),
      pictureHash: String(row['picture_hash']),
      ...valuesOf(String(row['print_values'])),
      supersedes: row['supersedes'] === null ? null : Number(row['supersedes']),
      // The key follows the name of its client.
      key: row['idempotency_key'] === null ? null : String(row['idempotency_key']).replace(/^\S* /, ''),
    }));
  }

  /** The id of the newest print; 0 without prints. */
  lastId(): number {
    return this.read((database) => Number(database.prepare('SELECT coalesce(max(id), 0) AS id FROM prints').get()?.['id']));
  }

  /** Sentences about sums that differ: in every place that counts prints, reserved = waiting + printed + void + unknown. */
  findLedgerFaults(): string[] {
    return this.read((database) => ACCOUNTS.flatMap(({ what, sql }) => differences(database, what, sql)));
  }
}

interface StoredValues {
  counters: [string, { value: number }][];
  variables?: [string, string][];
  row?: [string, string][];
}

function valuesOf(printValues: string): Pick<LedgerPrint, 'serials' | 'content'> {
  const { counters, variables = [], row = [] } = JSON.parse(printValues) as StoredValues;
  return {
    serials: counters.map(([name, { value }]) => `${name}=${value}`),
    content: [...row, ...variables].map(([name, value]) => `${name}=${value}`),
  };
}

const ACCOUNTS = [
  {
    what: 'ids given out and prints',
    sql: "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'prints') AS a, (SELECT count(*) FROM prints) AS b",
  },
  {
    what: 'prints and their states',
    sql: "SELECT (SELECT count(*) FROM prints) AS a, (SELECT count(*) FROM prints WHERE state IN ('reserved', 'sent', 'printed', 'handed-over', 'void', 'unknown')) AS b",
  },
  { what: 'prints and the starts of the jobs', sql: 'SELECT (SELECT count(*) FROM prints) AS a, (SELECT sum(started) FROM jobs) AS b' },
  {
    what: 'printed prints and those of the jobs',
    sql: "SELECT (SELECT count(*) FROM prints WHERE state = 'printed') AS a, (SELECT sum(printed) FROM jobs) AS b",
  },
  {
    what: 'void prints and those of the jobs',
    sql: "SELECT (SELECT count(*) FROM prints WHERE state = 'void') AS a, (SELECT sum(voided) FROM jobs) AS b",
  },
  {
    what: 'printed prints and the printed labels of each printer',
    sql: `SELECT printed_labels AS a, (SELECT count(*) FROM prints WHERE prints.printer = print_counters.printer AND state = 'printed') AS b
      FROM print_counters`,
  },
  {
    what: 'printed prints and the history by minutes',
    sql: "SELECT (SELECT count(*) FROM prints WHERE state = 'printed') AS a, (SELECT coalesce(sum(count), 0) FROM history_minutes) AS b",
  },
  {
    what: 'printed prints and the history by quarters',
    sql: "SELECT (SELECT count(*) FROM prints WHERE state = 'printed') AS a, (SELECT coalesce(sum(count), 0) FROM history_quarters) AS b",
  },
];

function differences(database: DatabaseSync, what: string, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .filter(({ a, b }) => Number(a ?? 0) !== Number(b ?? 0))
    .map(({ a, b }) => `the counts differ (${what}): ${Number(a ?? 0)} and ${Number(b ?? 0)}`);
}
