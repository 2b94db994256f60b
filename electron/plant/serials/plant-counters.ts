import { sql } from 'kysely';
import type { LeaseRequest, PlantCounter, SerialLease, UnusedSerials } from '#contract/plant/serial-lease.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PlantConnections, Session } from '../database/plant-connections.ts';
import type { PlantDatabase } from '../database/plant-schema.ts';

/** Counters whose numbers are given to controllers in blocks. A number is given once, whatever becomes of it. */
export class PlantCounters {
  readonly #connections: PlantConnections;

  constructor(connections: PlantConnections) {
    this.#connections = connections;
  }

  get #db(): PlantDatabase {
    return this.#connections.db;
  }

  /** By name. */
  list(): Promise<(PlantCounter & { name: string })[]> {
    return this.#db.selectFrom('plant_counters').selectAll().orderBy('name').execute();
  }

  /** Creates a counter, or changes it. Throws `invalid-input` if `next` would go back: numbers could be given twice. */
  async put(name: string, { next, last, description }: PlantCounter): Promise<void> {
    const stored = await this.#db
      .insertInto('plant_counters')
      .values({ name, next, last, description })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ next, last, description }).where('plant_counters.next', '<=', next))
      .returning('name')
      .executeTakeFirst();
    if (stored) return;
    const detail = 'must not be lower than it is: its numbers were given to controllers';
    throw new ProblemError('invalid-input', { detail: `/next: ${detail}`, errors: [{ pointer: '/next', detail }] });
  }

  /**
   * Gives a controller, by its number, a block of numbers. The same request gets the same block. Throws `not-found` for an unknown counter, and
   * `serials-used-up` when no number is left.
   */
  async lease(name: string, controller: number, { request, size, highest = -1 }: LeaseRequest): Promise<SerialLease> {
    return this.#connections.transaction(async (session) => {
      const counter = await lockedCounter(name, session);
      const [given] = await session.query<SerialLease>(
        'SELECT first, last FROM serial_leases WHERE controller = $1 AND counter = $2 AND request = $3',
        [controller, name, request],
      );
      if (given) return given;
      // A database that was restored from a backup does not know of blocks that this controller got since.
      const first = Math.max(counter.next, highest + 1);
      const last = Math.min(first + size - 1, counter.last);
      if (first > last) throw new ProblemError('serials-used-up', { detail: `The counter "${name}" of the plant has no number left.` });
      await session.query('UPDATE plant_counters SET next = $2 WHERE name = $1', [name, last + 1]);
      await session.query('INSERT INTO serial_leases (counter, first, last, controller, request) VALUES ($1, $2, $3, $4, $5)', [
        ...[name, first, last, controller, request],
      ]);
      return { first, last };
    });
  }

  /** Records numbers that a controller will never use. A repeated report has no further effect. Throws `not-found` for a block that it did not get. */
  async reportUnused(name: string, controller: number, { request, first, last }: UnusedSerials): Promise<void> {
    const changed = await this.#db
      .updateTable('serial_leases')
      .set({ unused: sql`greatest(unused, least(last, ${last}::bigint) - greatest(first, ${first}::bigint) + 1)` })
      .where('controller', '=', controller)
      .where('counter', '=', name)
      .where('request', '=', request)
      .returning('first')
      .executeTakeFirst();
    if (!changed) throw new ProblemError('not-found', { detail: `This controller has no such block of the counter "${name}".` });
  }

  /** The blocks of a counter, the newest first. */
  async leases(name: string) {
    const rows = await this.#db
      .selectFrom('serial_leases')
      .innerJoin('controllers', 'controllers.number', 'serial_leases.controller')
      .select(['controllers.id as controller', 'first', 'last', 'granted', 'unused'])
      .where('counter', '=', name)
      .orderBy('first', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map((row) => ({ ...row, granted: row.granted.toISOString() }));
  }
}

const MAX_LISTED = 1_000;

/** Requests for numbers of the same counter wait for each other. */
async function lockedCounter(name: string, session: Session): Promise<{ next: number; last: number }> {
  const [counter] = await session.query<{ next: number; last: number }>(
    'SELECT next, last FROM plant_counters WHERE name = $1 FOR UPDATE',
    [name],
  );
  if (!counter) throw new ProblemError('not-found', { detail: `The plant has no counter "${name}".` });
  return counter;
}
