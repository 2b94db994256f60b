import { LRUCache } from 'lru-cache';
import type { Alarm, AlarmsEvent } from '#contract/station/alarms.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Clock } from '../clock.ts';
import { ALARM_RULES } from './alarm-kinds.ts';
import { acknowledged, cleared, flickered, isOver, raised, repeated, shelved, unshelved } from './alarm-state.ts';
import { merged, type Condition } from './condition.ts';

/** What is gone has to stay away for so long, in milliseconds, before the alarm says so: a loose contact does not chatter. */
const OFF_DELAY = 10_000;
/** What comes back within this time after it was over is the same alarm, with its count; later it is a new one. */
const SAME_WITHIN = 30 * 60_000;
/** No shelf holds longer, also when the clock was set back while the station was off. */
const LONGEST_SHELF = 8 * 60 * 60_000;

/** Of the alarms of one kind at one printer that are over and that nobody has seen, so many stay: some printers name every job in their errors. */
const MOST_UNSEEN = 100;

/** Alarms at a time, of all controllers: nobody works through more, and each has some kilobytes. */
const MOST_ALARMS = 5_000;

/** What became of an alarm, for the record. */
export type AlarmFact = 'raised' | 'repeated' | 'cleared' | 'acknowledged' | 'shelved' | 'unshelved';

/** What a person said to it. */
export interface Said {
  by?: string;
  reason?: string;
}

export interface AlarmBookOptions {
  clock: Clock;
  /** Hears every change that a page shows. */
  told: (event: Exclude<AlarmsEvent, { type: 'snapshot' }>) => void;
  /** Hears what the record keeps: a flicker is none. */
  happened: (fact: AlarmFact, alarm: Alarm, said: Said) => void;
}

/**
 * All alarms, each under the matter that it is about. What is wrong now is told to `observe`, again and again; `look` lets time pass. Delays
 * and shelves go by the time that passes, whatever the clock shows.
 */
export class AlarmBook {
  readonly #options: AlarmBookOptions;
  readonly #alarms = new Map<string, Alarm>();
  /** What is wrong and not told yet: it may mend itself. */
  readonly #waiting = new Map<string, { condition: Condition; since: number }>();
  /** Since when what is told is gone. */
  readonly #gone = new Map<string, number>();
  readonly #shelvedUntil = new Map<string, number>();
  /** Alarms that are over, and until when they come back as themselves. */
  readonly #past = new LRUCache<string, { alarm: Alarm; until: number }>({ max: MOST_ALARMS });

  constructor(options: AlarmBookOptions) {
    this.#options = options;
  }

  list(): Alarm[] {
    return [...this.#alarms.values()];
  }

  /** Takes back what was written down before a restart. */
  restore(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      this.#alarms.set(alarm.id, alarm);
      if (!alarm.shelved) continue;
      const left = Math.min(alarm.shelved.until - this.#options.clock.now(), LONGEST_SHELF);
      this.#shelvedUntil.set(alarm.id, this.#elapsed() + left);
    }
  }

  /** Everything that is wrong now with a connection. An alarm of it is left as it is while `isUnknown` says so. */
  observe(connection: string, conditions: readonly Condition[], isUnknown: (alarm: Alarm) => boolean = () => false): void {
    const wrong = merged(conditions);
    for (const [id, condition] of wrong) this.#isWrong(id, condition);
    for (const alarm of this.list()) {
      const isRight = alarm.connection === connection && alarm.isActive && !wrong.has(alarm.id) && !isUnknown(alarm);
      if (isRight && !this.#gone.has(alarm.id)) this.#gone.set(alarm.id, this.#elapsed());
    }
    for (const [id, { condition }] of this.#waiting) if (condition.connection === connection && !wrong.has(id)) this.#waiting.delete(id);
    this.look();
  }

  /** Lets time pass: what lasts is told, what was gone for long enough is told so, and shelves end. */
  look(): void {
    const now = this.#elapsed();
    for (const [id, { condition, since }] of this.#waiting) {
      if (now - since >= (condition.onDelay ?? ALARM_RULES[condition.kind].onDelay)) this.#raise(id, condition);
    }
    for (const [id, since] of this.#gone) if (now - since >= OFF_DELAY) this.#clear(id);
    for (const [id, until] of this.#shelvedUntil) if (now >= until) this.#unshelve(id, {});
    for (const [id, { until }] of this.#past) if (now >= until) this.#past.delete(id);
  }

  /** Forgets what concerns a connection, or one printer of it, that is not there any more. */
  forget(isGone: (matter: Pick<Condition, 'connection' | 'printer'>) => boolean): void {
    for (const alarm of this.list()) if (isGone(alarm)) this.#remove(alarm.id);
    for (const [id, { condition }] of this.#waiting) if (isGone(condition)) this.#waiting.delete(id);
  }

  /** Returns of how many it holds: those that are gone meanwhile need nobody. */
  acknowledge(ids: readonly string[], by: string): number {
    const found = ids.flatMap((id) => this.#alarms.get(id) ?? []);
    for (const alarm of found) {
      if (alarm.acknowledged) continue;
      const seen = acknowledged(alarm, this.#now(), by);
      this.#options.happened('acknowledged', seen, { by });
      this.#keep(seen);
    }
    return found.length;
  }

  /** Throws `not-found` for an alarm that is not there any more. */
  shelve(id: string, { minutes, reason, by }: { minutes: number; reason: string; by: string }): void {
    const duration = minutes * 60_000;
    const alarm = shelved(this.#get(id), this.#now(), { until: this.#now() + duration, by, reason });
    this.#shelvedUntil.set(id, this.#elapsed() + duration);
    this.#options.happened('shelved', alarm, { by, reason });
    this.#keep(alarm);
  }

  /** Throws `not-found` for an alarm that is not there any more. */
  unshelve(id: string, by: string): void {
    if (this.#get(id).shelved) this.#unshelve(id, { by });
  }

  #isWrong(id: string, condition: Condition): void {
    const alarm = this.#alarms.get(id);
    if (!alarm?.isActive) {
      this.#waiting.set(id, { condition, since: this.#waiting.get(id)?.since ?? this.#elapsed() });
      return;
    }
    const { detail } = condition;
    if (this.#gone.delete(id)) this.#keep(flickered({ ...alarm, detail }, this.#now()));
    else if (alarm.detail !== detail) this.#keep({ ...alarm, detail });
  }

  #raise(id: string, condition: Condition): void {
    this.#waiting.delete(id);
    if (!this.#hasRoomFor(id)) return;
    const before = this.#alarms.get(id) ?? this.#past.get(id)?.alarm;
    this.#past.delete(id);
    const alarm = before ? repeated(before, condition, this.#now()) : raised(condition, this.#now());
    this.#options.happened(before ? 'repeated' : 'raised', alarm, {});
    this.#keep(alarm);
  }

  #clear(id: string): void {
    this.#gone.delete(id);
    const alarm = this.#alarms.get(id);
    if (!alarm) return;
    const gone = cleared(alarm, this.#now());
    this.#options.happened('cleared', gone, {});
    this.#keep(gone);
    this.#makeRoom(gone);
  }

  /** Of all that are over and were not seen the oldest makes room. Where none is over, what comes now is told once one is. */
  #hasRoomFor(id: string): boolean {
    if (this.#alarms.size < MOST_ALARMS || this.#alarms.has(id)) return true;
    const over = this.list().filter(({ cleared: at, shelved: shelf }) => at !== null && !shelf);
    if (over.length === 0) return false;
    this.#remove(over.reduce((one, other) => ((other.cleared ?? 0) < (one.cleared ?? 0) ? other : one)).id);
    return true;
  }

  /** The oldest go. What they said stands in the record. */
  #makeRoom({ kind, connection, printer }: Alarm): void {
    const isLike = (alarm: Alarm): boolean => alarm.kind === kind && alarm.connection === connection && alarm.printer === printer;
    const over = this.list().filter((alarm) => isLike(alarm) && alarm.cleared !== null && !alarm.shelved);
    const oldest = over.sort((one, other) => (one.cleared ?? 0) - (other.cleared ?? 0)).slice(0, -MOST_UNSEEN);
    for (const { id } of oldest) this.#remove(id);
  }

  #unshelve(id: string, said: Said): void {
    this.#shelvedUntil.delete(id);
    const alarm = this.#alarms.get(id);
    if (!alarm) return;
    this.#options.happened('unshelved', alarm, said);
    this.#keep(unshelved(alarm));
  }

  #keep(alarm: Alarm): void {
    if (!isOver(alarm)) {
      this.#alarms.set(alarm.id, alarm);
      this.#options.told({ type: 'changed', alarm });
      return;
    }
    this.#remove(alarm.id);
    this.#past.set(alarm.id, { alarm, until: this.#elapsed() + SAME_WITHIN });
  }

  #remove(id: string): void {
    this.#alarms.delete(id);
    this.#gone.delete(id);
    this.#shelvedUntil.delete(id);
    this.#options.told({ type: 'removed', id });
  }

  #get(id: string): Alarm {
    const alarm = this.#alarms.get(id);
    if (alarm) return alarm;
    throw new ProblemError('not-found', { detail: 'This alarm is over: there is nothing left of it.' });
  }

  #elapsed(): number {
    return this.#options.clock.elapsed();
  }

  #now(): number {
    return Math.round(this.#options.clock.now());
  }
}
