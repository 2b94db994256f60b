import { backupSchema, type Backup } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Problem } from '#contract/problem-schema.ts';
import type { Clock } from '../clock.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

export interface BackupOrdersOptions {
  controllers: Pick<Controllers, 'change'>;
  clock: Clock;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

/** How an order stands that is under way, or that failed when nobody waited for it any more. */
interface OrderState {
  makingSince: number | null;
  failure: Problem | null;
}

interface Order {
  since: number;
  made: Promise<Backup>;
}

/** How long a page is kept waiting, in milliseconds: less than it waits for any answer. */
const PATIENCE = 10_000;
/** How long copying and reading a database may take, in milliseconds: years of prints on a slow disk. */
const MOST = 30 * 60_000;

/** Backups that this station ordered of controllers: large ones take longer than a page waits for an answer. */
export class BackupOrders {
  readonly #options: BackupOrdersOptions;
  readonly #orders = new Map<string, Order>();
  readonly #failures = new Map<string, Problem>();

  constructor(options: BackupOrdersOptions) {
    this.#options = options;
  }

  /** Orders a backup, or joins the one that is under way. Undefined when it takes long; throws what the controller answers otherwise. */
  async make(connection: string): Promise<Backup | undefined> {
    const order = this.#orders.get(connection) ?? this.#begin(connection);
    let stopWaiting = (): void => undefined;
    const late = new Promise<undefined>((resolve) => {
      stopWaiting = this.#options.clock.after(PATIENCE, () => resolve(undefined));
    });
    const made = await Promise.race([order.made, late]).finally(stopWaiting);
    if (!made) this.#keepFailure(connection, order);
    return made;
  }

  state(connection: string): OrderState {
    return { makingSince: this.#orders.get(connection)?.since ?? null, failure: this.#failures.get(connection) ?? null };
  }

  /** A connection that is gone for good needs no failure. */
  forget(connection: string): void {
    this.#failures.delete(connection);
  }

  #begin(connection: string): Order {
    this.#failures.delete(connection);
    const { controllers, clock } = this.#options;
    const made = controllers
      .change(connection, { method: 'POST', path: apiPath`/backups`, limit: MOST })
      .then(({ value }) => backupSchema.parse(value))
      .finally(() => this.#orders.delete(connection));
    const order = { since: clock.now(), made };
    this.#orders.set(connection, order);
    return order;
  }

  #keepFailure(connection: string, { made }: Order): void {
    made.catch((error: unknown) => this.#failures.set(connection, this.#problemOf(error)));
  }

  #problemOf(error: unknown): Problem {
    if (error instanceof ProblemError) return error.toProblem();
    this.#options.report(error);
    return new ProblemError('internal').toProblem();
  }
}
