import {
  shiftSchema,
  type Shift,
  type ShiftCode,
  type ShiftCodeListItem,
  type ShiftCodePreview,
  type ShiftCodePreviewQuery,
} from '#contract/api-v3/shift-code.ts';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { shiftAt } from '#rendering/dynamic-text/shift-at.ts';
import { localText, shiftChanges } from '#rendering/dynamic-text/shift-changes.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { readStored, tryStored } from '../stored-content/stored-json.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';

const NAMED = { table: 'shift_codes', word: 'shift code', path: 'shiftCodes' };

const shiftsSchema = z.array(shiftSchema);
const HOUR_MS = 3_600_000;
const SHIFTS = new Statement<{ name: string; shifts: string }>(`
  SELECT name, shifts FROM shift_codes WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const SHIFTS_OF = new CachedRead('shift_codes', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await SHIFTS.all(db, names);
  return new Map<string, readonly Shift[]>(rows.map((row) => [row.name, readShifts(row.name, row.shifts)]));
});

export interface ShiftCodesOptions {
  db: ControllerDatabase;
  now: () => number;
  /** The controller's time zone. */
  timeZone: () => Promise<string>;
  publish?: Publish;
}

/** Codes that depend on the time of day. Methods with `db` as the last parameter join the caller's transaction. */
export class ShiftCodes {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #timeZone: () => Promise<string>;
  readonly #publish: Publish;

  constructor({ db, now, timeZone, publish = noPublish }: ShiftCodesOptions) {
    this.#db = db;
    this.#publish = publish;
    this.#now = now;
    this.#timeZone = timeZone;
  }

  /** All shift codes with their current code, sorted by name; the code of an unusable one is empty. */
  async list(): Promise<ShiftCodeListItem[]> {
    const local = localTime(this.#now(), await this.#timeZone());
    const rows = await this.#db.selectFrom('shift_codes').select(['name', 'shifts']).orderBy('name').execute();
    return rows.map(({ name, shifts }) => {
      const read = tryStored(shiftsSchema, shifts);
      return { name, code: 'fault' in read ? '' : (shiftAt(read.value, local)?.code ?? '') };
    });
  }

  /** The shifts are sorted by their start. Throws `not-found` and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<ShiftCode> {
    const row = await db.selectFrom('shift_codes').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missing(name);
    return { shifts: readShifts(name, row.shifts), description: row.description };
  }

  /** The code at a moment, and its changes in the hours after it. Throws `not-found`. */
  async preview(name: string, { at, hours }: ShiftCodePreviewQuery): Promise<ShiftCodePreview> {
    const { shifts } = await this.get(name);
    const timeZone = await this.#timeZone();
    const from = at === undefined ? this.#now() : Date.parse(at);
    const local = localTime(from, timeZone);
    const now = { at: new Date(from).toISOString(), local: localText(local), code: shiftAt(shifts, local)?.code ?? '' };
    return { timeZone, now, changes: shiftChanges(shifts, { from, until: from + hours * HOUR_MS, timeZone }) };
  }

  /** Creates or replaces the shift code. */
  async put(
    name: string,
    shiftCode: ShiftCode,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<'created' | 'replaced'> {
    const shifts = [...shiftCode.shifts].sort((a, b) => a.offset - b.offset);
    const values = { shifts: JSON.stringify(shifts), description: shiftCode.description };
    return inTransaction(db, async (trx) => {
      this.#publish({ type: 'shift-code:changed', name }, trx);
      const { numUpdatedRows } = await trx.updateTable('shift_codes').set(values).where('name', '=', name).executeTakeFirst();
      if (numUpdatedRows > 0n) return 'replaced';
      await trx
        .insertInto('shift_codes')
        .values({ name, ...values })
        .execute();
      return 'created';
    });
  }

  /** Removes the shift code; the caller checks that it is not in use. Throws `not-found`. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('shift_codes').where('name', '=', name).executeTakeFirst();
    if (numDeletedRows === 0n) throw missing(name);
    this.#publish({ type: 'shift-code:removed', name }, db);
  }

  /** Renames the shift code; the caller checks that the old name is not in use. Throws `not-found` and `name-taken`. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missing(change.name);
    this.#publish({ type: 'shift-code:renamed', ...change }, trx);
  }

  /** The shifts of the existing codes, read in one query. A label that shows a missing code cannot be drawn. */
  async shifts(
    names: readonly string[],
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<ReadonlyMap<string, readonly Shift[]>> {
    return names.length === 0 ? new Map() : SHIFTS_OF.get(db, JSON.stringify(names));
  }
}

function readShifts(name: string, json: string): Shift[] {
  return readStored(shiftsSchema, json, { title: `shift code "${name}"`, instance: `/api/v3/shiftCodes/${encodeURIComponent(name)}` });
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no shift code "${name}".`,
    instance: `/api/v3/shiftCodes/${encodeURIComponent(name)}`,
  });
}
