import type { Selectable } from 'kysely';
import type { RecordedKind } from '#contract/api-v3/recorded-event.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { RecordedEvents } from './recorded-events.ts';

type ConditionRow = Selectable<ControllerSchema['recorded_conditions']>;

/** Something that lasts: an error of a printer, or a device that is not connected. */
export interface Condition {
  kind: ConditionRow['kind'];
  printer?: string | undefined;
  /** The device, or what the disk refuses, or the state of the clock; empty for an error of a printer, which is its detail. */
  subject: string;
  /** As a sentence. */
  detail: string;
}

const KINDS: Record<ConditionRow['kind'], { began: RecordedKind; ended: RecordedKind }> = {
  'printer-error': { began: 'printer.error-began', ended: 'printer.error-ended' },
  'device-lost': { began: 'device.lost', ended: 'device.connected' },
  disk: { began: 'disk.unwritable', ended: 'disk.writable' },
  clock: { began: 'clock.untrusted', ended: 'clock.trusted' },
};

/** What a change writes. */
export interface ConditionChange {
  began: readonly Condition[];
  ended: readonly ConditionRow[];
}

/** The conditions that hold, as they were recorded. They are stored, so that one that ended while the controller was off is recorded as ended. */
export class RecordedConditions {
  readonly #db: ControllerDatabase;
  readonly #recorded: RecordedEvents;
  #open = new Map<string, ConditionRow>();

  constructor(db: ControllerDatabase, recorded: RecordedEvents) {
    this.#db = db;
    this.#recorded = recorded;
  }

  /** Reads what is stored. Call it at the start, and when a printer was renamed. */
  async load(): Promise<void> {
    const rows = await this.#db.selectFrom('recorded_conditions').selectAll().orderBy('id').execute();
    this.#open = new Map(rows.map((row) => [keyOf(row), row]));
  }

  /** The difference between what holds now, of the conditions that `isLooked` selects, and what was recorded. */
  changes(current: readonly Condition[], isLooked: (condition: Pick<ConditionRow, 'kind' | 'printer'>) => boolean): ConditionChange {
    const now = new Map(current.map((condition) => [keyOf(condition), condition]));
    const began = [...now].flatMap(([key, condition]) => (this.#open.has(key) ? [] : [condition]));
    const ended = [...this.#open].flatMap(([key, row]) => (now.has(key) || !isLooked(row) ? [] : [row]));
    return { began, ended };
  }

  /** Records a change. Call the returned function when it is committed. */
  async record({ began, ended }: ConditionChange, at: number, trx: ControllerTransaction): Promise<() => void> {
    const rows: ConditionRow[] = [];
    for (const { kind, printer = null, subject, detail } of began) {
      const values = { kind, printer, subject, detail, since: at };
      rows.push({ ...values, ...(await trx.insertInto('recorded_conditions').values(values).returning('id').executeTakeFirstOrThrow()) });
    }
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom('recorded_conditions').where('id', 'in', ids).execute();
    await this.#recorded.append(
      [
        ...ended.map((row) => ({ kind: KINDS[row.kind].ended, at, printer: row.printer, data: { ...dataOf(row), since: iso(row.since) } })),
        ...rows.map((row) => ({ kind: KINDS[row.kind].began, at, printer: row.printer, data: dataOf(row) })),
      ],
      trx,
    );
    return () => {
      for (const row of ended) this.#open.delete(keyOf(row));
      for (const row of rows) this.#open.set(keyOf(row), row);
    };
  }
}

function dataOf({ id, kind, subject, detail }: ConditionRow): Record<string, unknown> {
  return { alarm: `condition-${id}`, ...(kind === 'device-lost' && { device: subject }), detail };
}

/** The reason why a device is not connected may change while it is not. */
function keyOf({ kind, printer, subject, detail }: Omit<Condition, 'printer'> & { printer?: string | null | undefined }): string {
  return JSON.stringify([kind, printer ?? null, subject, kind === 'printer-error' ? detail : '']);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
