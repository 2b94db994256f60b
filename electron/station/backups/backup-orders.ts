import { backupSchema, type Backup } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Problem } from '#contract/problem-schema.ts';
import type { Clock } from '../platform/system-clock.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

export interface BackupOrdersOptions {
  controllers: Pick<Controllers, 'change'>;
  clock: Clock;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** When the running order started, and the failure of an order that took too long for a caller to wait. */
interface OrderState {
  makingSince: number | null;
  failure: Problem | null;
}

interface Order {
  since: number;
  made: Promise<Backup>;
}

/** Longest time that `make` waits, in milliseconds: less than a page's limit for an answer. */
const WAIT_LIMIT = 10_000;
/** Longest time for a backup, in milliseconds: a database with years of prints on a slow disk. */
const BACKUP_LIMIT = 30 * 60_000;

/** Orders backups of controllers. A large backup takes longer than a page waits for an answer, so the order goes on after the answer. */
export class BackupOrders {
  readonly #options: BackupOrdersOptions;
  readonly #orders = new Map<string, Order>();
  readonly #failures = new Map<string, Problem>();

  constructor(options: BackupOrdersOptions) {
    this.#options = options;
  }

  /** Orders a backup, or waits for the running order. Undefined when it is not ready after 10 s; throws the controller's problem. */
  async make(connection: string): Promise<Backup | undefined> {
    const order = this.#orders.get(connection) ?? this.#order(connection);
    let stopWaiting = (): void => undefined;
    const late = new Promise<undefined>((resolve) => {
      stopWaiting = this.#options.clock.after(WAIT_LIMIT, () => resolve(undefined));
    });
    const backup = await Promise.race([order.made, late]).finally(stopWaiting);
    if (!backup) this.#storeFailure(connection, order);
    return backup;
  }

  state(connection: string): OrderState {
    return { makingSince: this.#orders.get(connection)?.since ?? null, failure: this.#failures.get(connection) ?? null };
  }

  /** The connection was removed. */
  forget(connection: string): void {
    this.#failures.delete(connection);
  }

  #order(connection: string): Order {
    this.#failures.delete(connection);
    const { controllers, clock } = this.#options;
    const made = controllers
      .change(connection, { method: 'POST', path: apiPath`/backups`, limit: BACKUP_LIMIT })
      .then(({ value }) => backupSchema.parse(value))
      .finally(() => this.#orders.delete(connection));
    const order = { since: clock.now(), made };
    this.#orders.set(connection, order);
    return order;
  }

  #storeFailure(connection: string, { made }: Order): void {
    made.catch((error: unknown) => this.#failures.set(connection, this.#problemOf(error)));
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof ProblemError) return error.toProblem();
    this.#options.report(error);
    return new ProblemError('internal').toProblem();
  }
}
