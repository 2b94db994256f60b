import { z } from 'zod';
import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { interruptionSchema, type Interruption, type InterruptionsEvent } from '#contract/station/interruptions.ts';
import type { LinePrinter } from '#contract/station/lines.ts';
import { jobName } from '../fleet/job-name.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';

const restartSchema = z.object({
  connection: z.string(),
  at: z.number(),
  lastContact: z.number().nullable(),
  /** The printers whose status has been read since. */
  seen: z.array(z.string()),
});

export const storedInterruptionsSchema = z.object({
  /** The start of each controller that was last noticed, by connection. */
  starts: z.record(z.string(), z.string()),
  /** The restarts since which not every printer may have answered: the last one of each controller. */
  restarts: z.array(restartSchema),
  interruptions: z.array(interruptionSchema),
});
type Stored = z.infer<typeof storedInterruptionsSchema>;
type Restart = z.infer<typeof restartSchema>;

export interface InterruptionsOptions {
  store: Pick<StoredSetting<Stored>, 'read' | 'save'>;
  now: () => number;
  fleet: FeedSource<FleetEvent>;
  connections: FeedSource<ConnectionsEvent>;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/**
 * Jobs that were on a printer when its controller restarted, as after a power failure. The start of every controller is stored, so that a power
 * failure of the station itself is noticed too. A controller that went on while the network was gone has not restarted.
 */
export class Interruptions implements FeedSource<InterruptionsEvent> {
  readonly #options: InterruptionsOptions;
  readonly #emitter: Emitter<InterruptionsEvent>;
  #state: Stored = { starts: {}, restarts: [], interruptions: [] };
  #lastSave: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void)[] = [];

  constructor(options: InterruptionsOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    const { store, fleet, connections } = this.#options;
    this.#state = (await store.read()) ?? this.#state;
    this.#unsubscribe = [
      connections.subscribe((event) => this.#connectionEvent(event)),
      fleet.subscribe((event) => this.#fleetEvent(event)),
    ];
    this.#connectionEvent(connections.snapshot());
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#lastSave;
  }

  subscribe(listener: (event: InterruptionsEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): InterruptionsEvent {
    return { type: 'snapshot', interruptions: this.#state.interruptions };
  }

  /** A person continues the job. Throws `not-found` when it is not interrupted. */
  async resume({ connection, printer }: LinePrinter): Promise<void> {
    const found = this.#find(connection, printer);
    if (!found) throw new ProblemError('not-found', { detail: `No job of "${printer}" is interrupted.` });
    this.#set({ interruptions: this.#state.interruptions.filter((other) => other !== found) });
    await this.#lastSave;
  }

  #find(connection: string, printer: string): Interruption | undefined {
    return this.#state.interruptions.find((other) => other.connection === connection && other.printer === printer);
  }

  #connectionEvent(event: ConnectionsEvent): void {
    if (event.type === 'removed') return this.#forget(event.id);
    for (const connection of event.type === 'snapshot' ? event.connections : [event.connection]) this.#noteStart(connection);
  }

  #noteStart({ id, state, startedAt }: Connection): void {
    const { starts, restarts } = this.#state;
    if (state !== 'online' || startedAt === undefined || starts[id] === startedAt) return;
    const isFirst = starts[id] === undefined;
    const others = restarts.filter(({ connection }) => connection !== id);
    const restart = { connection: id, at: Math.round(this.#options.now()), lastContact: this.#lastContact(id), seen: [] };
    this.#set({ starts: { ...starts, [id]: startedAt }, restarts: isFirst ? others : [...others, restart] });
  }

  /** When a printer of this connection last answered; null when none has since the station started. */
  #lastContact(connection: string): number | null {
    const contacts = this.#printersOf(connection).flatMap(({ lastContact }) => lastContact ?? []);
    return contacts.length > 0 ? Math.max(...contacts) : null;
  }

  #printersOf(connection: string): FleetPrinter[] {
    const event = this.#options.fleet.snapshot();
    return event.type === 'snapshot' ? event.printers.filter((printer) => printer.connection === connection) : [];
  }

  #fleetEvent(event: FleetEvent): void {
    if (event.type === 'removed') this.#end(event.connection, event.name);
    else if (event.type === 'changed') this.#look(event.printer);
    else if (event.type === 'answered') for (const printer of this.#unseenOf(event.connection)) this.#look(printer);
  }

  #unseenOf(connection: string): FleetPrinter[] {
    const restart = this.#state.restarts.find((one) => one.connection === connection);
    return restart ? this.#printersOf(connection).filter(({ name }) => !restart.seen.includes(name)) : [];
  }

  #look({ connection, name, status, lastContact, stale }: FleetPrinter): void {
    if (stale || !status) return;
    const known = this.#find(connection, name);
    if (known && known.job.id !== status.job?.id) this.#end(connection, name);
    const restart = this.#state.restarts.find((one) => one.connection === connection);
    if (!restart || restart.seen.includes(name) || (lastContact ?? 0) < restart.at) return;
    this.#seen(restart, name, status.job);
  }

  /** The first answer of a printer after a restart: a job with prints that is on it was interrupted. */
  #seen(restart: Restart, printer: string, job: CurrentJob | null): void {
    const { connection, at, lastContact } = restart;
    const restarts = this.#state.restarts.map((one) => (one === restart ? { ...one, seen: [...one.seen, printer] } : one));
    if (!job || job.started === 0) return this.#set({ restarts });
    const others = this.#state.interruptions.filter((one) => one.connection !== connection || one.printer !== printer);
    const interrupted = { id: job.id, name: jobName(job), printed: job.printed, asked: job.copies ?? null };
    this.#set({ restarts, interruptions: [...others, { connection, printer, at, lastContact, job: interrupted }] });
  }

  #end(connection: string, printer: string): void {
    const found = this.#find(connection, printer);
    if (found) this.#set({ interruptions: this.#state.interruptions.filter((other) => other !== found) });
  }

  #forget(id: string): void {
    const { [id]: _forgotten, ...starts } = this.#state.starts;
    const isOther = ({ connection }: { connection: string }): boolean => connection !== id;
    this.#set({ starts, restarts: this.#state.restarts.filter(isOther), interruptions: this.#state.interruptions.filter(isOther) });
  }

  #set(change: Partial<Stored>): void {
    this.#state = { ...this.#state, ...change };
    const state = this.#state;
    this.#lastSave = this.#lastSave.then(() => this.#options.store.save(state)).catch(this.#options.report);
    if (change.interruptions) this.#emitter.emit(this.snapshot());
  }
}
