import { LRUCache } from 'lru-cache';
import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Clock } from '../platform/system-clock.ts';
import { ALARM_RULES } from './alarm-kinds.ts';
import { acknowledged, cleared, isDone, raised, repeated, returned, shelved, unshelved, variableParts } from './alarm-state.ts';
import { merged, type Condition } from './alarm-condition.ts';

/** Off-delay of ISA-18.2, in milliseconds: an alarm clears once its condition has been gone for so long, so that it does not chatter. */
const OFF_DELAY = 10_000;
/** A condition that returns within this time after its alarm was removed continues the old alarm with its count. */
const REPEAT_WINDOW = 30 * 60_000;
/** Longest shelving, also when the clock was set back while the station was off. */
const LONGEST_SHELVING = 8 * 60 * 60_000;

/** Cleared, unacknowledged alarms of one kind at one printer. Some printers name the job in every error, so that each makes an alarm. */
const MAX_UNACKNOWLEDGED = 100;

/** Alarms of all controllers; each has some kilobytes. */
const MAX_ALARMS = 5_000;

/** A change of an alarm's state that the event log records. */
export type AlarmTransition = 'raised' | 'repeated' | 'cleared' | 'acknowledged' | 'shelved' | 'unshelved';

/** The person who caused a transition, and the reason given; empty for one that no person caused. */
export interface OperatorAction {
  by?: string;
  reason?: string;
}

export interface AlarmBookOptions {
  clock: Clock;
  /** Called for every change of the list. */
  onChange: (event: Exclude<AlarmsEvent, { type: 'snapshot' }>) => void;
  /** Called for every transition. A condition that returns within the off-delay makes none. */
  onTransition: (transition: AlarmTransition, alarm: Alarm, action: OperatorAction) => void;
}

/**
 * The state machine of all alarms (ISA-18.2), one for each kind, connection, printer and subject. `update` takes the current conditions of a
 * connection; `tick` applies delays. Delays and shelving use monotonic time, so that setting the clock does not change them.
 */
export class AlarmBook {
  readonly #options: AlarmBookOptions;
  readonly #alarms = new Map<string, Alarm>();
  /** Conditions within their on-delay, and when they began. */
  readonly #pending = new Map<string, { condition: Condition; since: number }>();
  /** When the condition of an active alarm ended. */
  readonly #endedAt = new Map<string, number>();
  readonly #shelvedUntil = new Map<string, number>();
  /** Removed alarms that a returning condition continues. */
  readonly #past = new LRUCache<string, { alarm: Alarm; until: number }>({ max: MAX_ALARMS });

  constructor(options: AlarmBookOptions) {
    this.#options = options;
  }

  list(): Alarm[] {
    return [...this.#alarms.values()];
  }

  /** Restores the stored alarms after a restart. */
  restore(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      this.#alarms.set(alarm.id, alarm);
      if (!alarm.shelved) continue;
      const left = Math.min(alarm.shelved.until - this.#options.clock.now(), LONGEST_SHELVING);
      this.#shelvedUntil.set(alarm.id, this.#elapsed() + left);
    }
  }

  /** Takes all current conditions of a connection. An alarm for which `isUnknown` is true does not change. */
  update(connection: string, conditions: readonly Condition[], isUnknown: (alarm: Alarm) => boolean = () => false): void {
    const current = merged(conditions);
    for (const [id, condition] of current) this.#holds(id, condition);
    for (const alarm of this.list()) {
      const hasEnded = alarm.connection === connection && alarm.isActive && !current.has(alarm.id) && !isUnknown(alarm);
      if (hasEnded && !this.#endedAt.has(alarm.id)) this.#endedAt.set(alarm.id, this.#elapsed());
    }
    for (const [id, { condition }] of this.#pending) if (condition.connection === connection && !current.has(id)) this.#pending.delete(id);
    this.tick();
  }

  /** Raises and clears alarms whose delay has passed, and ends shelving whose time is over. */
  tick(): void {
    const now = this.#elapsed();
    for (const [id, { condition, since }] of this.#pending) {
      if (now - since >= (condition.onDelay ?? ALARM_RULES[condition.kind].onDelay)) this.#raise(id, condition);
    }
    for (const [id, since] of this.#endedAt) if (now - since >= OFF_DELAY) this.#clear(id);
    for (const [id, until] of this.#shelvedUntil) if (now >= until) this.#unshelve(id, {});
    for (const [id, { until }] of this.#past) if (now >= until) this.#past.delete(id);
  }

  /** Removes the alarms and pending conditions of a connection or printer that no longer exists. */
  removeWhere(isGone: (subject: Pick<Condition, 'connection' | 'printer'>) => boolean): void {
    for (const alarm of this.list()) if (isGone(alarm)) this.#remove(alarm.id);
    for (const [id, { condition }] of this.#pending) if (isGone(condition)) this.#pending.delete(id);
  }

  /** Returns how many of these alarms still exist. */
  acknowledge(ids: readonly string[], by: string): number {
    const found = ids.flatMap((id) => this.#alarms.get(id) ?? []);
    for (const alarm of found) {
      if (alarm.acknowledged) continue;
      const next = acknowledged(alarm, this.#now(), by);
      this.#options.onTransition('acknowledged', next, { by });
      this.#put(next);
    }
    return found.length;
  }

  /** Throws `not-found` for an alarm that no longer exists. */
  shelve(id: string, { minutes, reason, by }: { minutes: number; reason: string; by: string }): void {
    const duration = minutes * 60_000;
    const alarm = shelved(this.#get(id), this.#now(), { until: this.#now() + duration, by, reason });
    this.#shelvedUntil.set(id, this.#elapsed() + duration);
    this.#options.onTransition('shelved', alarm, { by, reason });
    this.#put(alarm);
  }

  /** Throws `not-found` for an alarm that no longer exists. */
  unshelve(id: string, by: string): void {
    if (this.#get(id).shelved) this.#unshelve(id, { by });
  }

  #holds(id: string, condition: Condition): void {
    const alarm = this.#alarms.get(id);
    if (!alarm?.isActive) {
      this.#pending.set(id, { condition, since: this.#pending.get(id)?.since ?? this.#elapsed() });
      return;
    }
    const current = { ...alarm, ...variableParts(condition) };
    if (this.#endedAt.delete(id)) this.#put(returned(current, this.#now()));
    else if (alarm.detail !== current.detail || alarm.count !== current.count) this.#put(current);
  }

  #raise(id: string, condition: Condition): void {
    this.#pending.delete(id);
    if (!this.#makeRoomFor(id)) return;
    const before = this.#alarms.get(id) ?? this.#past.get(id)?.alarm;
    this.#past.delete(id);
    const alarm = before ? repeated(before, condition, this.#now()) : raised(condition, this.#now());
    this.#options.onTransition(before ? 'repeated' : 'raised', alarm, {});
    this.#put(alarm);
  }

  #clear(id: string): void {
    this.#endedAt.delete(id);
    const alarm = this.#alarms.get(id);
    if (!alarm) return;
    const next = cleared(alarm, this.#now());
    this.#options.onTransition('cleared', next, {});
    this.#put(next);
    this.#removeOldest(next);
  }

  /** Removes the oldest cleared alarm when the list is full. Without a cleared one it returns false, and the condition is raised later. */
  #makeRoomFor(id: string): boolean {
    if (this.#alarms.size < MAX_ALARMS || this.#alarms.has(id)) return true;
    const removable = this.list().filter(({ cleared: at, shelved: shelf }) => at !== null && !shelf);
    if (removable.length === 0) return false;
    this.#remove(removable.reduce((one, other) => ((other.cleared ?? 0) < (one.cleared ?? 0) ? other : one)).id);
    return true;
  }

  /** Removes the oldest cleared alarms of the same kind and printer beyond the limit. The event log still has them. */
  #removeOldest({ kind, connection, printer }: Alarm): void {
    const isLike = (alarm: Alarm): boolean => alarm.kind === kind && alarm.connection === connection && alarm.printer === printer;
    const removable = this.list().filter((alarm) => isLike(alarm) && alarm.cleared !== null && !alarm.shelved);
    const oldest = removable.sort((one, other) => (one.cleared ?? 0) - (other.cleared ?? 0)).slice(0, -MAX_UNACKNOWLEDGED);
    for (const { id } of oldest) this.#remove(id);
  }

  #unshelve(id: string, action: OperatorAction): void {
    this.#shelvedUntil.delete(id);
    const alarm = this.#alarms.get(id);
    if (!alarm) return;
    this.#options.onTransition('unshelved', alarm, action);
    this.#put(unshelved(alarm));
  }

  #put(alarm: Alarm): void {
    if (!isDone(alarm)) {
      this.#alarms.set(alarm.id, alarm);
      this.#options.onChange({ type: 'changed', alarm });
      return;
    }
    this.#remove(alarm.id);
    this.#past.set(alarm.id, { alarm, until: this.#elapsed() + REPEAT_WINDOW });
  }

  #remove(id: string): void {
    this.#alarms.delete(id);
    this.#endedAt.delete(id);
    this.#shelvedUntil.delete(id);
    this.#options.onChange({ type: 'removed', id });
  }

  #get(id: string): Alarm {
    const alarm = this.#alarms.get(id);
    if (alarm) return alarm;
    throw new ProblemError('not-found', { detail: 'This alarm no longer exists.' });
  }

  #elapsed(): number {
    return this.#options.clock.elapsed();
  }

  #now(): number {
    return Math.round(this.#options.clock.now());
  }
}
