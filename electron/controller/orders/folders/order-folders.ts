import { isAbsolute, relative, resolve } from 'node:path';
import {
  orderFolderConfigurationSchema,
  type OrderFilesPage,
  type OrderFilesQuery,
  type OrderFolder,
  type OrderFolderConfiguration,
} from '#contract/api-v3/order-folder.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { readStored, tryStored } from '../../stored-content/stored-json.ts';
import { TaskQueue } from '../../platform/task-queue.ts';
import { OrderFiles } from './order-files.ts';
import { OrderTaker, type OrderTakerDeps } from './order-taker.ts';
import { WatchedOrderFolder, type WatchedOrderFolderOptions } from './watched-order-folder.ts';

/** Each may wait for a share that does not answer, and occupy a thread meanwhile. */
const MAX_FOLDERS = 3;

export interface OrderFoldersDeps
  extends Omit<OrderTakerDeps, 'files'>, Pick<WatchedOrderFolderOptions, 'timers' | 'monotonicNow' | 'log'> {
  dataFolder: string;
  /** Whether nothing may be changed. */
  isSafeMode: boolean;
}

/** The folders that are watched for files with orders. */
export class OrderFolders {
  readonly #deps: OrderFoldersDeps;
  readonly #files: OrderFiles;
  readonly #taker: OrderTaker;
  readonly #watched = new Map<string, WatchedOrderFolder>();
  readonly #changes = new TaskQueue();
  /** Since when folders that are not watched are off. */
  readonly #created: number;
  #isRunning = false;

  constructor(deps: OrderFoldersDeps) {
    this.#deps = deps;
    this.#created = deps.now();
    this.#files = new OrderFiles(deps.db);
    this.#taker = new OrderTaker({ ...deps, files: this.#files });
  }

  /** Starts to watch. In safe mode nothing is watched. */
  async start(): Promise<void> {
    if (this.#deps.isSafeMode) return;
    this.#isRunning = true;
    await this.#changes.run(() => this.#apply());
  }

  /** Resolves when the files in progress are finished. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#changes.run(() => this.#apply());
  }

  /** All folders by name. */
  async list(): Promise<OrderFolder[]> {
    const rows = await this.#deps.db.selectFrom('order_folders').selectAll().orderBy('name').execute();
    return rows.flatMap(({ name, config }) => {
      const stored = tryStored(orderFolderConfigurationSchema, config);
      if ('fault' in stored) return [];
      const { since, ...condition } = this.#watched.get(name)?.condition ?? { state: 'off' as const, since: this.#created, waiting: 0 };
      return [{ name, ...orderFolderConfigurationSchema.parse(stored.value), ...condition, since: new Date(since).toISOString() }];
    });
  }

  /** Throws `not-found` and `content-unusable`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#deps.db): Promise<OrderFolderConfiguration> {
    const row = await db.selectFrom('order_folders').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw folderNotFound(name);
    return readStored(orderFolderConfigurationSchema, row.config, { title: `folder "${name}"`, instance: pathOf(name) });
  }

  /** What became of the files of a folder, newest first. Throws `not-found`. */
  async files(name: string, query: OrderFilesQuery): Promise<OrderFilesPage> {
    await this.get(name);
    return this.#files.page(name, query);
  }

  /** Adds or replaces a folder. Throws `invalid-input` for a path that cannot be watched, and for one folder too many. */
  async put(name: string, configuration: OrderFolderConfiguration, condition?: WriteCondition): Promise<'created' | 'replaced'> {
    const path = this.#checkedPath(configuration.path);
    return this.#changes.run(async () => {
      const result = await inTransaction(this.#deps.db, async (trx) => {
        await condition?.(trx);
        const rows = await trx.selectFrom('order_folders').selectAll().execute();
        const others = rows.filter((row) => row.name !== name);
        if (others.length >= MAX_FOLDERS) throw invalid('', `A controller can watch ${MAX_FOLDERS} folders.`);
        const same = others.find(({ config }) => (JSON.parse(config) as OrderFolderConfiguration).path === path);
        if (same) throw invalid('/path', `is watched already, as "${same.name}"`);
        const config = JSON.stringify({ ...configuration, path });
        await trx
          .insertInto('order_folders')
          .values({ name, config })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ config }))
          .execute();
        return others.length === rows.length ? ('created' as const) : ('replaced' as const);
      });
      await this.#apply(name);
      return result;
    });
  }

  /** No longer watches a folder. Its files stay where they are. Throws `not-found`. */
  async remove(name: string, condition?: WriteCondition): Promise<void> {
    await this.#changes.run(async () => {
      await inTransaction(this.#deps.db, async (trx) => {
        await condition?.(trx);
        const { numDeletedRows } = await trx.deleteFrom('order_folders').where('name', '=', name).executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw folderNotFound(name);
      });
      await this.#apply(name);
    });
  }

  /** Watches what is stored; `changed` is watched with its new configuration. */
  async #apply(changed?: string): Promise<void> {
    const wanted = this.#isRunning ? await this.list() : [];
    for (const [name, watched] of this.#watched) {
      if (name !== changed && wanted.some((folder) => folder.name === name)) continue;
      this.#watched.delete(name);
      await watched.stop();
    }
    for (const { name } of wanted) {
      if (this.#watched.has(name)) continue;
      const watched = new WatchedOrderFolder({ ...this.#deps, name, configuration: await this.get(name), taker: this.#taker });
      this.#watched.set(name, watched);
      watched.start();
    }
  }

  /** A folder within the data folder would let orders move the files of the controller itself. */
  #checkedPath(given: string): string {
    if (!isAbsolute(given)) throw invalid('/path', 'must be an absolute path');
    const path = resolve(given);
    const data = resolve(this.#deps.dataFolder);
    if (isWithin(data, path) || isWithin(path, data)) throw invalid('/path', 'must be outside of the data folder, and not contain it');
    return path;
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: pointer === '' ? detail : `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

function pathOf(name: string): string {
  return `/api/v3/order-folders/${encodeURIComponent(name)}`;
}

function folderNotFound(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no folder "${name}".`, instance: pathOf(name) });
}
