import { setTimeout as wait } from 'node:timers/promises';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { PlantLine } from './plant-line.ts';
import { request, type Answer } from './request.ts';
import type { SharedRuns } from './shared-runs.ts';
import { ROW_LABEL, ROW_PRINTER, SERIAL_LABEL, SERIAL_PRINTERS, tableOf } from './work.ts';

const LOOK_EVERY = 1_500;
const PRODUCTS_PER_MINUTE = 120;
/** So many looks at a print whose result is unknown, until someone looks at the product: the printer itself may tell before. */
const LOOKS = 4;
/** Why a controller may refuse to print or to select while there are faults. */
const EXPECTED = [
  'print-not-unknown',
  'serials-used-up',
  'rows-used-up',
  'rows-given',
  'recovery-unconfirmed',
  'clock-doubtful',
  'shutting-down',
  'starting',
];

/** The people at one line: they confirm restored data and the clock, select jobs, and run the conveyors. */
export class Staff {
  readonly #line: PlantLine;
  readonly #runs: SharedRuns;
  /** Whether products shall pass. */
  isPrinting = true;
  /** Sentences about answers that no fault explains. */
  readonly faults: string[] = [];
  /** How often a print was seen whose result is unknown, by its id. */
  readonly #unknown = new Map<number, number>();
  /** Prints whose result a person has determined. */
  resolved = 0;

  constructor(line: PlantLine, runs: SharedRuns) {
    this.#line = line;
    this.#runs = runs;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#attend();
      await wait(LOOK_EVERY);
    }
  }

  /** The status of each printer; undefined if the controller is down. */
  async statuses(): Promise<Map<string, PrinterStatus> | undefined> {
    const statuses = new Map<string, PrinterStatus>();
    for (const printer of [...SERIAL_PRINTERS, ROW_PRINTER]) {
      const answer = await request(this.#line.url, `GET ${pathOf(printer)}/status`);
      if (answer?.status !== 200) return undefined;
      statuses.set(printer, answer.body as PrinterStatus);
    }
    return statuses;
  }

  async #attend(): Promise<void> {
    const { url } = this.#line;
    const recovery = await request(url, 'GET recovery');
    if ((recovery?.body as { recovery?: object } | undefined)?.recovery) await this.#do('POST recovery/confirm');
    const clock = await request(url, 'GET clock');
    if ((clock?.body as { state?: string } | undefined)?.state === 'doubtful') await this.#do('POST clock/confirm');
    await this.#resolve();
    for (const [printer, status] of (await this.statuses()) ?? []) {
      if (this.isPrinting) await this.#provide(printer, status);
      if (status.conveyor?.running !== this.isPrinting) await this.#runConveyor(printer);
    }
  }

  /** Looks at the products of prints whose result stays unknown: after a restore no printer can tell what became of those that the backup has as sent. */
  async #resolve(): Promise<void> {
    const answer = await request(this.#line.url, 'GET prints?state=unknown&limit=100');
    const { prints = [] } = (answer?.body ?? {}) as { prints?: { id: number; printer: string }[] };
    for (const { id, printer } of prints) {
      const looks = (this.#unknown.get(id) ?? 0) + 1;
      this.#unknown.set(id, looks);
      if (looks < LOOKS) continue;
      const isMarked = this.#line.logs.some((log) => log.printer === printer && log.has(id));
      await this.#do(`POST prints/${id}/resolution`, { outcome: isMarked ? 'printed' : 'void', reason: 'looked at the product' });
      this.resolved += 1;
    }
  }

  async #provide(printer: string, { job }: PrinterStatus): Promise<void> {
    if (printer !== ROW_PRINTER) {
      if (!job) await this.#select(printer, { labelName: SERIAL_LABEL });
      return;
    }
    const { name, rows } = this.#runs.current;
    if (job?.table === name) return;
    const shared = { labelName: ROW_LABEL, tableName: name, rowAllocation: 'shared', scope: 'plant', rowRun: name };
    const answer = await this.#select(printer, shared);
    if (answer?.status !== 404 && slugOf(answer) !== 'invalid-input') return;
    await this.#do(`PUT tables/${encodeURIComponent(name)}`, tableOf(name, rows));
    await this.#select(printer, shared);
  }

  async #select(printer: string, job: object): Promise<Answer | undefined> {
    const answer = await request(this.#line.url, `POST ${pathOf(printer)}/printJob`, job);
    this.#note(answer, `the selection of ${JSON.stringify(job)} on ${printer}`);
    return answer;
  }

  async #runConveyor(printer: string): Promise<void> {
    const conveyor = { running: this.isPrinting, productsPerMinute: PRODUCTS_PER_MINUTE };
    await this.#do(`PUT ${pathOf(printer)}/conveyor`, conveyor);
  }

  async #do(operation: string, body?: unknown): Promise<void> {
    this.#note(await request(this.#line.url, operation, body), operation);
  }

  #note(answer: Answer | undefined, what: string): void {
    if (!answer || answer.status < 300 || answer.status === 404 || EXPECTED.includes(slugOf(answer))) return;
    this.faults.push(`${this.#line.name}: ${what} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

function pathOf(printer: string): string {
  return `printers/${encodeURIComponent(printer)}`;
}

function slugOf(answer: Answer | undefined): string {
  const { type = '' } = (answer?.body ?? {}) as { type?: string };
  return type.replace(/^urn:strobe:problem:/, '');
}
