import type { Alarm } from '#contract/station/alarms.ts';
import { ALARM_RULES } from './alarm-kinds.ts';
import { idOf, type Condition } from './condition.ts';

/*
 * The states of ISA-18.2: active or gone, seen or not, put aside or not. Each step returns the alarm as it is afterwards. Nothing but the world
 * makes it active or gone, nothing but a person makes it seen.
 */

/** It came for the first time. */
export function raised(condition: Condition, at: number): Alarm {
  const { kind, connection, printer, subject, detail } = condition;
  return {
    ...{ id: idOf(condition), kind, priority: ALARM_RULES[kind].priority, connection, printer, subject, detail },
    ...{ isActive: true, raised: at, lastRaised: at, cleared: null, repeats: 0, acknowledged: null, shelved: null },
  };
}

/** It came back after it was gone: somebody has to see it again, unless it is put aside. */
export function repeated(alarm: Alarm, { detail }: Condition, at: number): Alarm {
  const seen = alarm.shelved ? alarm.acknowledged : null;
  return { ...flickered(alarm, at), detail, isActive: true, cleared: null, acknowledged: seen };
}

/** It went and came back at once: counted, and nothing else changes. */
export function flickered(alarm: Alarm, at: number): Alarm {
  return { ...alarm, lastRaised: at, repeats: alarm.repeats + 1 };
}

export function cleared(alarm: Alarm, at: number): Alarm {
  return { ...alarm, isActive: false, cleared: at };
}

/** Somebody has seen it. Who saw it first stays. */
export function acknowledged(alarm: Alarm, at: number, by: string): Alarm {
  return { ...alarm, acknowledged: alarm.acknowledged ?? { at, by } };
}

/** Put aside: whoever does so has seen it. */
export function shelved(alarm: Alarm, at: number, shelf: NonNullable<Alarm['shelved']>): Alarm {
  return { ...acknowledged(alarm, at, shelf.by), shelved: shelf };
}

/** The time is over, or somebody takes it back: what is still wrong has to be seen again, what is over needs nobody. */
export function unshelved(alarm: Alarm): Alarm {
  return { ...alarm, shelved: null, acknowledged: alarm.isActive ? null : alarm.acknowledged };
}

/** Nothing is left to be done about it. */
export function isOver({ isActive, acknowledged: seen, shelved: shelf }: Alarm): boolean {
  return !isActive && seen !== null && shelf === null;
}
