import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OrderFileResult } from '#contract/api-v3/order-folder.ts';
import type { OrdersPage, PrintOrder } from '#contract/api-v3/order.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { Random } from '#support/random.ts';
import { refuse } from '../fault-run.ts';
import { LABEL, makeFile, type MadeFile } from './order-file-maker.ts';

export interface OrderFolderRunOptions {
  /** The folder that both controllers watch. It exists and is empty. */
  folder: string;
  seed: number;
  /** Reports progress. */
  tell: (line: string) => void;
}

export interface OrderFolderFigures {
  files: number;
  orders: number;
  refused: number;
  kills: number;
  /** How often the folder was away. */
  absences: number;
}

/** One in this many rounds takes the folder away. */
const ABSENT = 3;
/** The longest time from a start to a kill, and of an absence, in milliseconds. */
const MAX_RUN = 2_500;
const MAX_ABSENCE = 1_500;
/** How long the last files may take, in milliseconds, and for each file. */
const PATIENCE = 60_000;
const PATIENCE_OF_FILE = 200;
const PAGE = 500;

/** Two controllers on one folder, of which one at a time is killed while files arrive, some of them slowly, and the folder goes away and returns. */
export class OrderFolderRun {
  readonly #folder: string;
  readonly #random: Random;
  readonly #tell: (line: string) => void;
  readonly #data = [mkdtempSync(join(tmpdir(), 'strobe-order-files-')), mkdtempSync(join(tmpdir(), 'strobe-order-files-'))];
  readonly #controllers: (ControllerProcess | undefined)[] = [undefined, undefined];
  readonly #files: MadeFile[] = [];
  #absences = 0;

  constructor({ folder, seed, tell }: OrderFolderRunOptions) {
    this.#folder = folder;
    this.#random = new Random(seed);
    this.#tell = tell;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const controller of this.#controllers) await controller?.kill();
    for (const data of this.#data) rmSync(data, { recursive: true, force: true });
  }

  /** Throws a `Violation` when an order exists twice or not at all, or when a refusal has not its reason. */
  async suffer({ files, kills }: { files: number; kills: number }): Promise<OrderFolderFigures> {
    await this.#furnish();
    for (let kill = 1; kill <= kills; kill += 1) {
      await this.#round(Math.floor((files * kill) / kills) - this.#files.length, kill % this.#controllers.length);
      if (kill % REPORT_EVERY === 0) this.#tell(`${kill} kills, ${this.#files.length} files`);
    }
    if (this.#files.length < files) await this.#drop(files - this.#files.length);
    await this.#settle();
    return { ...(await this.#judge()), kills, absences: this.#absences };
  }

  async #furnish(): Promise<void> {
    for (const index of this.#data.keys()) {
      const url = await this.#start(index);
      await callApi('PUT', `${url}/api/v3/labels/${LABEL}`, textLabel('plain'));
      await callApi('PUT', `${url}/api/v3/order-folders/Share`, { path: this.#folder, interval: 1 });
    }
  }

  async #start(index: number): Promise<string> {
    const flags = ['--empty', '--virtual-printers', '1', '--log-level', 'fatal'];
    const controller = (this.#controllers[index] ??= await startController({ dataFolder: this.#data[index]!, flags }));
    return controller.url;
  }

  /** Files arrive while a controller runs, is killed and is started again. */
  async #round(count: number, index: number): Promise<void> {
    const dropped = this.#drop(count);
    const away = this.#random.whole(1, ABSENT) === 1;
    await wait(this.#random.whole(0, MAX_RUN));
    if (away) {
      // The files are complete first: their writer would fail without its folder.
      await dropped;
      renameSync(this.#folder, this.#away);
      this.#absences += 1;
      await wait(this.#random.whole(0, MAX_ABSENCE));
    }
    await this.#controllers[index]?.kill();
    this.#controllers[index] = undefined;
    if (away) renameSync(this.#away, this.#folder);
    await dropped;
    await this.#start(index);
  }

  get #away(): string {
    return `${this.#folder}-away`;
  }

  /** Writes files as different programs do: at once, in two parts, or under a temporary name. */
  async #drop(count: number): Promise<void> {
    const made = Array.from({ length: count }, (_, index) => makeFile(this.#files.length + index, this.#random));
    this.#files.push(...made);
    for (const { name, text } of made) {
      const path = join(this.#folder, name);
      const way = this.#random.pick(['whole', 'parts', 'renamed']);
      if (way === 'whole') writeFileSync(path, text);
      if (way === 'parts') {
        const half = Math.ceil(text.length / 2);
        await writeFile(path, text.slice(0, half));
        await appendFile(path, text.slice(half));
      }
      if (way === 'renamed') {
        await writeFile(`${path}.tmp`, text);
        await rename(`${path}.tmp`, path);
      }
    }
  }

  /** Waits until all files have been moved. */
  async #settle(): Promise<void> {
    const end = Date.now() + PATIENCE + PATIENCE_OF_FILE * this.#files.length;
    while (this.#leftOver().length > 0) {
      if (Date.now() > end) refuse(this.#leftOver().map((file) => `${file} was neither taken nor refused`));
      await wait(500);
    }
  }

  #leftOver(): string[] {
    const claimed = namesIn(join(this.#folder, 'claimed')).flatMap((owner) => namesIn(join(this.#folder, 'claimed', owner)));
    const waiting = namesIn(this.#folder).filter((name) => name.startsWith('file-'));
    return [...waiting, ...claimed];
  }

  async #judge(): Promise<Pick<OrderFolderFigures, 'files' | 'orders' | 'refused'>> {
    const faults: string[] = [];
    const stored = new Map<string, number>();
    for (const index of this.#controllers.keys()) {
      for (const { id } of await allOrders(await this.#start(index))) stored.set(id, (stored.get(id) ?? 0) + 1);
    }
    const wanted = this.#files.flatMap(({ orders }) => orders);
    for (const id of wanted) if (stored.get(id) !== 1) faults.push(`order ${id} exists ${stored.get(id) ?? 0} times`);
    if (stored.size !== wanted.length) faults.push(`${stored.size} orders exist instead of ${wanted.length}`);
    for (const file of this.#files) faults.push(...this.#faultsOf(file));
    refuse(faults);
    return { files: this.#files.length, orders: wanted.length, refused: this.#files.filter(({ reason }) => reason).length };
  }

  #faultsOf({ name, text, orders, reason }: MadeFile): string[] {
    const [own, other] = reason ? ['refused', 'done'] : ['done', 'refused'];
    const path = join(this.#folder, own, name);
    if (!existsSync(path)) return [`${name} is not in ${own}`];
    if (existsSync(join(this.#folder, other, name))) return [`${name} is in both folders`];
    if (readFileSync(path, 'utf8') !== text) return [`${name} was changed, or taken before it was complete`];
    const result = JSON.parse(readFileSync(`${path}.result.json`, 'utf8')) as OrderFileResult;
    if (reason) return reason.test(result.reason ?? '') ? [] : [`${name} is refused with ${JSON.stringify(result.reason)}`];
    const taken = result.orders.map(({ id, result: what }) => `${id} ${what}`);
    return taken.join() === orders.map((id) => `${id} created`).join() ? [] : [`${name} became ${taken.join()}`];
  }
}

const REPORT_EVERY = 10;

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function allOrders(url: string): Promise<PrintOrder[]> {
  const orders: PrintOrder[] = [];
  let before: number | null = null;
  do {
    const page: OrdersPage = await readApi(`${url}/api/v3/orders?limit=${PAGE}${before === null ? '' : `&before=${before}`}`);
    orders.push(...page.orders);
    before = page.next;
  } while (before !== null);
  return orders;
}
