import { controllerLineListSchema, type ControllerLineList } from '#contract/api-v3/controller-line.ts';
import { ProblemError } from '#contract/problem.ts';
import type { IncludedState, IncludedStatesEvent } from '#contract/station/line-stops.ts';
import type { ControllerLineRef } from '#contract/station/lines.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { Lines } from './lines.ts';

export interface IncludedLinesOptions {
  lines: Pick<Lines, 'list' | 'subscribe' | 'followControllerLines'>;
  controllers: Pick<Controllers, 'read' | 'isOnline' | 'hasExtensions'>;
  clock: Pick<Clock, 'after'>;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Milliseconds from the end of one reading of all controllers to the next. */
const PAUSE = 1_000;

/**
 * The controllers' lines that belong to lines of the station: reads them once a second, tells the lines which printers they have, and emits what
 * stops them. Only controllers with such lines are read.
 */
export class IncludedLines implements FeedSource<IncludedStatesEvent> {
  readonly #options: IncludedLinesOptions;
  readonly #emitter: Emitter<IncludedStatesEvent>;
  /** What each connection has listed last; absent while it does not answer. */
  readonly #lists = new Map<string, ControllerLineList>();
  #emitted = '';
  #unsubscribe: (() => void) | undefined;
  #cancel: (() => void) | undefined;
  #isStopped = false;
  #round: Promise<void> = Promise.resolve();

  constructor(options: IncludedLinesOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  start(): void {
    this.#unsubscribe = this.#options.lines.subscribe(() => this.#emit());
    this.#begin();
  }

  /** Resolves when nothing is read any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    this.#cancel?.();
    await this.#round;
  }

  subscribe(listener: (event: IncludedStatesEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): IncludedStatesEvent {
    return { type: 'snapshot', included: this.#refs().map((ref) => this.#stateOf(ref)) };
  }

  /** Reads the lines of one controller at once, if any belong to a line. A controller that does not answer is no error. */
  async read(connection: string): Promise<void> {
    if (!this.#refs().some((ref) => ref.connection === connection)) return;
    const list = await this.#list(connection);
    if (list) {
      this.#lists.set(connection, list);
      await this.#options.lines.followControllerLines(connection, list);
    } else this.#lists.delete(connection);
    this.#emit();
  }

  /** Reads the controllers of these lines at once. */
  async readAll(refs: readonly Pick<ControllerLineRef, 'connection'>[]): Promise<void> {
    await Promise.all([...new Set(refs.map(({ connection }) => connection))].map((connection) => this.read(connection)));
  }

  #begin(): void {
    if (this.#isStopped) return;
    this.#round = this.readAll(this.#refs()).catch(this.#options.report);
    void this.#round.then(() => (this.#cancel = this.#isStopped ? undefined : this.#options.clock.after(PAUSE, () => this.#begin())));
  }

  /** Undefined for a controller that does not answer or has no lines of its own. */
  async #list(connection: string): Promise<ControllerLineList | undefined> {
    const { controllers, report } = this.#options;
    if (!controllers.isOnline(connection) || !controllers.hasExtensions(connection)) return undefined;
    try {
      return await controllers.read(connection, apiPath`/lines`, controllerLineListSchema);
    } catch (error) {
      if (!(error instanceof ProblemError)) report(error);
      return undefined;
    }
  }

  #refs(): ControllerLineRef[] {
    return this.#options.lines.list.flatMap(({ controllerLines }) => controllerLines.map(({ connection, name }) => ({ connection, name })));
  }

  #stateOf(ref: ControllerLineRef): IncludedState {
    const list = this.#lists.get(ref.connection);
    if (!list) return { kind: 'unknown', ...ref };
    const line = list.find(({ name }) => name === ref.name);
    return line ? { kind: 'read', ...ref, line } : { kind: 'missing', ...ref };
  }

  /** Emits only what has changed. */
  #emit(): void {
    const event = this.snapshot();
    const text = JSON.stringify(event);
    if (text === this.#emitted) return;
    this.#emitted = text;
    this.#emitter.emit(event);
  }
}
