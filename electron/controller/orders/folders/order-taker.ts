import { createHash } from 'node:crypto';
import type { OrderDefaults, OrderFileResult } from '#contract/api-v3/order-folder.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { DiskGuard } from '../../disk/disk-guard.ts';
import type { OrderStarts } from '../order-starts.ts';
import type { Orders } from '../orders.ts';
import type { ClaimedContent } from './folder-files.ts';
import type { OrderFiles } from './order-files.ts';
import { errorsOf, MAX_FILE_BYTES, OrderFileRefusal, readOrderFile, refusalOf, type FileOrder } from './read-order-file.ts';

export interface OrderTakerDeps {
  db: ControllerDatabase;
  orders: Orders;
  starts: Pick<OrderStarts, 'check'>;
  files: OrderFiles;
  disk: Pick<DiskGuard, 'run'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  controllerId: () => Promise<string>;
}

/** A claimed file of a folder. */
export interface FileToTake {
  folder: string;
  file: string;
  content: ClaimedContent;
  defaults: OrderDefaults;
}

/** An order that was checked. */
interface CheckedOrder extends FileOrder {
  asked: number;
}

/**
 * Takes the orders of files. All orders of a file and its result are stored in one transaction, so that a file that is read again after a
 * crash changes nothing.
 */
export class OrderTaker {
  readonly #deps: OrderTakerDeps;

  constructor(deps: OrderTakerDeps) {
    this.#deps = deps;
  }

  /** Stores the orders, or the refusal, and returns the result. Rejects while neither can be stored, and while an order cannot be checked. */
  async take({ folder, file, content, defaults }: FileToTake): Promise<OrderFileResult> {
    const key = keyOf(folder, file, content);
    const known = await this.#deps.files.accepted(key);
    if (known) return known;
    const about = {
      file,
      sha256: content.sha256,
      at: new Date(this.#deps.now()).toISOString(),
      controller: await this.#deps.controllerId(),
    };
    try {
      const checked = await this.#check(file, content, defaults);
      return await this.#store(checked, { key, folder, about });
    } catch (error) {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      const { message: reason, errors } = refusal;
      const result = { ...about, result: 'refused' as const, orders: [], reason, ...(errors.length > 0 && { errors: [...errors] }) };
      await this.#write((trx) => this.#deps.files.store({ key, folder, result }, trx));
      return result;
    }
  }

  /** Checks all orders, so that the result names the faults of all. */
  async #check(file: string, { bytes, size }: ClaimedContent, defaults: OrderDefaults): Promise<CheckedOrder[]> {
    if (size > MAX_FILE_BYTES) throw new OrderFileRefusal(`The file has ${size} bytes; it may have at most ${MAX_FILE_BYTES}.`);
    const { orders, starts } = this.#deps;
    const checked: CheckedOrder[] = [];
    const errors = [];
    for (const found of readOrderFile(file, bytes, defaults)) {
      try {
        const isKnown = await orders.isSame(found.id, found.order);
        checked.push({ ...found, asked: isKnown ? 0 : await starts.check(found.id, found.order) });
      } catch (error) {
        if (!isRefused(error)) throw error;
        errors.push(...errorsOf(error, found.place));
      }
    }
    if (errors.length > 0) throw refusalOf(errors);
    return checked;
  }

  async #store(
    checked: readonly CheckedOrder[],
    { key, folder, about }: { key: string; folder: string; about: Omit<OrderFileResult, 'result' | 'orders'> },
  ): Promise<OrderFileResult> {
    const { orders, files } = this.#deps;
    return this.#write(async (trx) => {
      const stored: OrderFileResult['orders'] = [];
      for (const { id, order, asked, place } of checked) {
        try {
          stored.push({ id, result: await orders.put({ id, order, asked, folder, file: about.file }, trx) });
        } catch (error) {
          if (!isRefused(error)) throw error;
          throw refusalOf(errorsOf(error, place));
        }
      }
      const result = { ...about, result: 'accepted' as const, orders: stored };
      await files.store({ key, folder, result }, trx);
      return result;
    });
  }

  #write<Result>(write: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    return this.#deps.disk.run(() => inTransaction(this.#deps.db, write));
  }
}

/** Identifies a file by its folder, name and content. */
function keyOf(folder: string, file: string, { sha256 }: ClaimedContent): string {
  return createHash('sha256')
    .update(JSON.stringify([folder, file, sha256]))
    .digest('hex');
}

/** Whether an order has a failure for which a client of the API would get a response of the class 4xx: it would fail again. */
function isRefused(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status < SERVER_FAILURE;
}

const SERVER_FAILURE = 500;

function asRefusal(error: unknown): OrderFileRefusal | undefined {
  return error instanceof OrderFileRefusal ? error : undefined;
}
