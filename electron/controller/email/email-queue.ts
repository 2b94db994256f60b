import type { Selectable } from 'kysely';
import { priorityOf, type EmailRule } from '#contract/api-v3/email.ts';
import { ALARM_ENDS, ALARM_KINDS, recordedEventSchema, type RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { dueOf, isWanted, type RuleContext } from './email-rules.ts';

const MINUTE = 60_000;
/** The most entries that wait: a server that is away for long does not fill the disk. */
const MAX_ENTRIES = 10_000;

type EntryRow = Selectable<ControllerSchema['email_entries']>;

/** What is to be sent by a rule. */
export interface EmailEntry extends Omit<EntryRow, 'event'> {
  event: RecordedEvent;
}

export interface QueueContext extends RuleContext {
  rules: readonly EmailRule[];
  now: number;
}

/** What is to be sent, and the alarms that were, in the database: nothing is lost when the controller ends. */
export class EmailQueue {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** The last event that the rules have seen; undefined before e-mails were first switched on. */
  async position(): Promise<number | undefined> {
    return (await this.#db.selectFrom('email_position').select('through').executeTakeFirst())?.through;
  }

  /** The rules see the events after `through`. */
  async moveTo(through: number, trx: ControllerTransaction): Promise<void> {
    await trx
      .insertInto('email_position')
      .values({ id: 1, through })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ through }))
      .execute();
  }

  /** E-mails are switched off: what waits is forgotten. */
  async clear(trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('email_position').execute();
    await trx.deleteFrom('email_alarms').execute();
    await trx.deleteFrom('email_entries').execute();
  }

  /** Adds what the rules want of an event. */
  async add(event: RecordedEvent, context: QueueContext, trx: ControllerTransaction): Promise<void> {
    const { alarm } = event.data;
    const id = typeof alarm === 'string' ? alarm : null;
    if ((ALARM_ENDS as readonly string[]).includes(event.kind)) {
      if (id !== null) await this.#endAlarm({ alarm: id, event }, context, trx);
      return;
    }
    for (const rule of context.rules) {
      if (!isWanted(rule, event, context)) continue;
      await this.#insert({ rule, reason: 'event', alarm: id, event }, context, trx);
      if (id === null || !(ALARM_KINDS as readonly string[]).includes(event.kind)) continue;
      const escalates = rule.escalation ? context.now + rule.escalation.minutes * MINUTE : null;
      const row = { alarm: id, rule: rule.name, event: event.number, since: Date.parse(event.at), escalates };
      await trx
        .insertInto('email_alarms')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await this.#limit(trx);
  }

  /** Adds the escalation of alarms that are due; those of rules without one are not escalated any more. */
  async escalate(
    { rules, now }: QueueContext,
    find: (number: number) => Promise<RecordedEvent | undefined>,
    trx: ControllerTransaction,
  ): Promise<void> {
    const due = await trx.selectFrom('email_alarms').selectAll().where('escalates', '<=', now).where('acknowledged', 'is', null).execute();
    for (const { alarm, rule: name, event: number } of due) {
      await trx.updateTable('email_alarms').set({ escalates: null }).where('alarm', '=', alarm).where('rule', '=', name).execute();
      const event = await find(number);
      if (!event || !rules.some(({ name: other, escalation }) => other === name && escalation !== null)) continue;
      const row = { rule: name, reason: 'escalation' as const, alarm, event: JSON.stringify(event), at: now, due: now };
      await trx.insertInto('email_entries').values(row).execute();
    }
  }

  /** The entries that are due, in their order. Those that cannot be read are removed. */
  async due(now: number): Promise<EmailEntry[]> {
    const rows = await this.#db.selectFrom('email_entries').selectAll().where('due', '<=', now).orderBy('id').execute();
    return rows.flatMap((row) => {
      const read = tryStored(recordedEventSchema, row.event);
      return 'value' in read ? [{ ...row, event: read.value }] : [];
    });
  }

  async remove(ids: readonly number[], trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('email_entries').where('id', 'in', ids).execute();
  }

  /** Removes what waits for rules that no longer exist or are off. */
  async keepRules(rules: readonly EmailRule[], trx: ControllerTransaction): Promise<void> {
    const names = rules.filter(({ isEnabled }) => isEnabled).map(({ name }) => name);
    for (const table of ['email_entries', 'email_alarms'] as const) {
      const deletion = trx.deleteFrom(table);
      await (names.length === 0 ? deletion : deletion.where('rule', 'not in', names)).execute();
    }
  }

  /** When something is to be done next, in milliseconds since the epoch. */
  async next(): Promise<number | undefined> {
    const entry = await this.#db.selectFrom('email_entries').select('due').orderBy('due').limit(1).executeTakeFirst();
    const alarm = await this.#db
      .selectFrom('email_alarms')
      .select('escalates')
      .where('escalates', 'is not', null)
      .where('acknowledged', 'is', null)
      .orderBy('escalates')
      .limit(1)
      .executeTakeFirst();
    const times = [entry?.due, alarm?.escalates ?? undefined].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async alarms(): Promise<Selectable<ControllerSchema['email_alarms']>[]> {
    return this.#db.selectFrom('email_alarms').selectAll().orderBy('since').execute();
  }

  async waiting(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('email_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** An alarm is not escalated any more. Returns whether it is known. */
  async acknowledge(alarm: string, { by, now }: { by: string; now: number }, trx: ControllerTransaction): Promise<boolean> {
    const known = await trx.selectFrom('email_alarms').select('alarm').where('alarm', '=', alarm).executeTakeFirst();
    await trx
      .updateTable('email_alarms')
      .set({ acknowledged: now, acknowledged_by: by })
      .where('alarm', '=', alarm)
      .where('acknowledged', 'is', null)
      .execute();
    return known !== undefined;
  }

  async #endAlarm(
    { alarm, event }: { alarm: string; event: RecordedEvent },
    context: QueueContext,
    trx: ControllerTransaction,
  ): Promise<void> {
    const sent = await trx.selectFrom('email_alarms').select('rule').where('alarm', '=', alarm).execute();
    await trx.deleteFrom('email_alarms').where('alarm', '=', alarm).execute();
    await trx.deleteFrom('email_entries').where('alarm', '=', alarm).where('reason', '=', 'escalation').execute();
    for (const { rule: name } of sent) {
      const rule = context.rules.find((one) => one.name === name);
      if (rule?.isEnabled && rule.isEndSent) await this.#insert({ rule, reason: 'cleared', alarm, event }, context, trx);
    }
  }

  async #insert(
    { rule, reason, alarm, event }: { rule: EmailRule; reason: 'event' | 'cleared'; alarm: string | null; event: RecordedEvent },
    { now, timeZone }: QueueContext,
    trx: ControllerTransaction,
  ): Promise<void> {
    const first = await trx
      .selectFrom('email_entries')
      .select('due')
      .where('rule', '=', rule.name)
      .where('reason', '<>', 'escalation')
      .orderBy('due')
      .limit(1)
      .executeTakeFirst();
    const isCritical = priorityOf(event.kind) === 'critical';
    const due = dueOf(rule, { now, pending: first?.due, isCritical, timeZone });
    const row = { rule: rule.name, reason, alarm, event: JSON.stringify(event), at: now, due };
    await trx.insertInto('email_entries').values(row).execute();
  }

  async #limit(trx: ControllerTransaction): Promise<void> {
    const oldest = await trx.selectFrom('email_entries').select('id').orderBy('id', 'desc').offset(MAX_ENTRIES).limit(1).executeTakeFirst();
    if (oldest) await trx.deleteFrom('email_entries').where('id', '<=', oldest.id).execute();
  }
}
