import pg from 'pg';

/** Ids and counts stay below 2^53. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
const MAX_CONNECTIONS = 10;
const CONNECT_LIMIT = 5_000;
const STATEMENT_LIMIT = 30_000;
const IDLE_LIMIT = 30_000;

export interface FailoverLog {
  warn: (details: object, message: string) => void;
}

/** The server is a standby, or set to read only: it accepts no changes. */
export class ReadOnlyServerError extends Error {
  readonly code = '25006';
}

/**
 * Connections to the first address of a list whose server accepts changes. After a failure the next address is tried, so that the address of a
 * server that took over is found without a restart.
 */
export class FailoverPool {
  /** Kysely asks for options; the connections have their own. */
  readonly options = {};
  readonly #pools: { address: string; pool: pg.Pool }[];
  readonly #checked = new WeakSet<pg.PoolClient>();
  readonly #log: FailoverLog;
  #current = 0;

  constructor(addresses: readonly string[], log: FailoverLog) {
    this.#log = log;
    this.#pools = addresses.map((address) => ({ address, pool: newPool(address, log) }));
  }

  /** Rejects with the error of the last address that was tried. */
  async connect(): Promise<pg.PoolClient> {
    let failure: unknown;
    for (let tried = 0; tried < this.#pools.length; tried += 1) {
      const place = (this.#current + tried) % this.#pools.length;
      try {
        const client = await this.#connectTo(place);
        if (place !== this.#current)
          this.#log.warn({ address: withoutPassword(this.#pools[place]?.address ?? '') }, 'the database is used at another address');
        this.#current = place;
        return client;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map(({ pool }) => pool.end()));
  }

  async #connectTo(place: number): Promise<pg.PoolClient> {
    const entry = this.#pools[place];
    if (!entry) throw new Error('A database needs an address.');
    const client = await entry.pool.connect();
    if (this.#checked.has(client)) return client;
    try {
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError('the database server accepts no changes');
      this.#checked.add(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

function newPool(connectionString: string, log: FailoverLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT,
    idleTimeoutMillis: IDLE_LIMIT,
    statement_timeout: STATEMENT_LIMIT,
    keepAlive: true,
    application_name: 'strobe-plant',
    types: TYPES,
  });
  // A connection that ends while it is used fails the statement, too: without a listener it would end this process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a connection to the database ended')));
  // An idle connection that ends is replaced when one is needed.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to the database ended'));
  return pool;
}

/** An address for logs and messages. */
export function withoutPassword(address: string): string {
  return address.replace(/:\/\/[^@/]*@/, '://');
}
