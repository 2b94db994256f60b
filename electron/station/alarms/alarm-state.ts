import type { Alarm } from '#contract/station/alarms.ts';
import { ALARM_RULES } from './alarm-kinds.ts';
import { idOf, type Condition } from './alarm-condition.ts';

/*
 * The alarm states of ISA-18.2 as pure transitions: active or cleared, acknowledged or not, shelved or not. Only a condition makes an alarm active
 * or cleared; only a person acknowledges it.
 */

/** The condition occurred for the first time. */
export function raised(condition: Condition, at: number): Alarm {
  const { kind, connection, printer, subject } = condition;
  return {
    ...{ id: idOf(condition), kind, priority: ALARM_RULES[kind].priority, connection, printer, subject, ...variableParts(condition) },
    ...{ isActive: true, raised: at, lastRaised: at, cleared: null, repeats: 0, acknowledged: null, shelved: null },
  };
}

/** What may change while the condition lasts. */
export function variableParts({ detail, errors, count }: Condition): Pick<Alarm, 'detail' | 'errors' | 'count'> {
  return { detail, ...(errors && { errors }), ...(count !== undefined && { count }) };
}

/** The condition returned after the alarm had cleared: it has to be acknowledged again, unless it is shelved. */
export function repeated(alarm: Alarm, condition: Condition, at: number): Alarm {
  const ack = alarm.shelved ? alarm.acknowledged : null;
  return { ...returned(alarm, at), ...variableParts(condition), isActive: true, cleared: null, acknowledged: ack };
}

/** The condition returned within the off-delay: only the count changes. */
export function returned(alarm: Alarm, at: number): Alarm {
  return { ...alarm, lastRaised: at, repeats: alarm.repeats + 1 };
}

export function cleared(alarm: Alarm, at: number): Alarm {
  return { ...alarm, isActive: false, cleared: at };
}

/** The first acknowledgement is kept. */
export function acknowledged(alarm: Alarm, at: number, by: string): Alarm {
  return { ...alarm, acknowledged: alarm.acknowledged ?? { at, by } };
}

/** Shelving acknowledges too. */
export function shelved(alarm: Alarm, at: number, shelf: NonNullable<Alarm['shelved']>): Alarm {
  return { ...acknowledged(alarm, at, shelf.by), shelved: shelf };
}

/** Shelving ended: an alarm that is still active has to be acknowledged again. */
export function unshelved(alarm: Alarm): Alarm {
  return { ...alarm, shelved: null, acknowledged: alarm.isActive ? null : alarm.acknowledged };
}

/** Cleared, acknowledged and not shelved: the alarm is removed from the list. */
export function isDone({ isActive, acknowledged: ack, shelved: shelf }: Alarm): boolean {
  return !isActive && ack !== null && shelf === null;
}
