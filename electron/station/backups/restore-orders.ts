import type { RestorePhase, RestoreState } from '#contract/station/backups.ts';
import { recoveryStateSchema } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Problem } from '#contract/problem-schema.ts';
import type { Clock } from '../platform/system-clock.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

export interface RestoreOrdersOptions {
  controllers: Pick<Controllers, 'change' | 'read' | 'isOnline'>;
  clock: Clock;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

interface Order {
  name: string;
  phase: Exclude<RestorePhase, 'none'>;
  since: number;
  failure: Problem | null;
  /** When the controller detected an earlier restore that is not confirmed yet; null without one. */
  before: string | null;
  /** The controller was not reachable since it accepted the order. */
  wasAway: boolean;
}

/** Longest time that `restore` waits, in milliseconds: less than a page's limit for an answer. */
const WAIT_LIMIT = 10_000;
/** Longest time until a controller has checked a backup, in milliseconds: years of prints on a slow disk. */
const CHECK_LIMIT = 60 * 60_000;

/** Restores backups of controllers. The controller ends and is started again, so that the order goes on after the answer. */
export class RestoreOrders {
  readonly #options: RestoreOrdersOptions;
  readonly #orders = new Map<string, Order>();

  constructor(options: RestoreOrdersOptions) {
    this.#options = options;
  }

  /** Orders a restore. Returns when the controller has accepted it, after 10 s at the latest. Throws the controller's problem. */
  async restore(connection: string, name: string): Promise<void> {
    if (this.#orders.get(connection)?.phase === 'preparing') {
      throw new ProblemError('invalid-input', { detail: 'The controller is checking a backup that it restores then: wait for it.' });
    }
    const { clock } = this.#options;
    const before = await this.#found(connection);
    const order: Order = { name, phase: 'preparing', since: clock.now(), failure: null, before, wasAway: false };
    this.#orders.set(connection, order);
    let stopWaiting = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      stopWaiting = clock.after(WAIT_LIMIT, resolve);
    });
    const accepted = this.#order(connection, order);
    // A failure after the limit is reported by `state`.
    accepted.catch(() => undefined);
    await Promise.race([accepted, late]).finally(stopWaiting);
  }

  /** Asks a controller that has restarted whether it has taken the data. */
  async state(connection: string): Promise<RestoreState> {
    const order = this.#orders.get(connection);
    if (!order) return { phase: 'none', name: null, since: null, failure: null };
    if (order.phase === 'restarting' && (await this.#isTaken(connection, order))) this.#enter(order, 'done');
    const { name, phase, since, failure } = order;
    return { name, phase, since, failure };
  }

  /** The connection was removed. */
  forget(connection: string): void {
    this.#orders.delete(connection);
  }

  async #order(connection: string, order: Order): Promise<void> {
    try {
      await this.#options.controllers.change(connection, {
        ...{ method: 'POST', path: apiPath`/backups/${order.name}/restore`, limit: CHECK_LIMIT },
      });
      this.#enter(order, 'restarting');
    } catch (error) {
      this.#enter(order, 'failed');
      order.failure = this.#problemOf(error);
      throw error;
    }
  }

  async #isTaken(connection: string, order: Order): Promise<boolean> {
    if (!this.#options.controllers.isOnline(connection)) {
      order.wasAway = true;
      return false;
    }
    try {
      const found = await this.#found(connection);
      // A person may have confirmed the data before the station asks.
      return order.wasAway || (found !== null && found !== order.before);
    } catch (error) {
      if (!(error instanceof ProblemError)) this.#options.report(error);
      return false;
    }
  }

  /** When the controller detected the restored data that wait for a confirmation; null without any. */
  async #found(connection: string): Promise<string | null> {
    const { recovery } = await this.#options.controllers.read(connection, apiPath`/recovery`, recoveryStateSchema);
    return recovery?.found ?? null;
  }

  #enter(order: Order, phase: Order['phase']): void {
    order.phase = phase;
    order.since = this.#options.clock.now();
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof ProblemError) return error.toProblem();
    this.#options.report(error);
    return new ProblemError('internal').toProblem();
  }
}
