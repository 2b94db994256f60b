import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { callApi, readApi } from '#support/call-api.ts';
import type { Random } from '#support/random.ts';
import { LedgerFile } from '../ledger-file.ts';
import { LABEL_WIDTH, printerUrl, type LineSetup } from '../lines.ts';
import { ROW_COLUMN } from './repeated-prints.ts';

const SHARING: readonly LineSetup[] = ['Line 5', 'Line 6'].map((printer, index) => ({
  ...{ printer, counter: 'none', lineSpeed: 1_800 - 900 * index, bufferDepth: 4, isColor: false },
}));
const REWORKING: LineSetup = { printer: 'Line 7', counter: 'none', lineSpeed: 1_200, bufferDepth: 4, isColor: false };
/** Printers that share the rows of a table, and one that reworks the prints of the serial lines. */
export const WORK_LINES: readonly LineSetup[] = [...SHARING, REWORKING];

/** Rows of a table; the printers take about ten of them between two kills. */
const ROWS = 60;
/** The most prints of one rework. */
const REWORKED = 25;
/** One in this many kills follows a block of what the sharing printers print. */
const BLOCKS = 3;

/** Prints of the serial lines that nothing reworked, newest first: those of which the controller was killed are among them. */
const REWORKABLE = `SELECT id FROM prints WHERE state = 'printed' AND supersedes IS NULL AND printer IN ('Line 1', 'Line 2', 'Line 3', 'Line 4')
  AND NOT EXISTS (SELECT 1 FROM prints AS later WHERE later.supersedes = prints.id AND later.state <> 'void') ORDER BY id DESC LIMIT ?`;

/** Keeps printers at work on shared rows and reworked prints, and blocks what they print. */
export class SharedWork {
  readonly #random: Random;
  readonly #ledger: LedgerFile;
  #tables = 0;
  #lot = 1;
  #isBlocked = false;
  blocks = 0;

  constructor(dataFolder: string, random: Random) {
    this.#random = random;
    this.#ledger = new LedgerFile(dataFolder);
  }

  /** Adds the label of the shared rows, which shows the row and the lot. */
  async setUp(url: string): Promise<void> {
    const text = `{TABLE;${ROW_COLUMN}} {VARIABLE;Lot}`;
    const objs = [{ type: 'Text', x: 0.2, y: 0.2, text, font: { family: 'Arimo', height: 2 } }];
    await this.#setLot(url);
    await callApi('PUT', `${url}/api/v3/labels/Row`, { format: 3, width: LABEL_WIDTH, height: 4, objs });
  }

  /** After a start: a new lot if the last one is blocked, which half the time it stays; rows and prints to rework where none are left. */
  async provide(url: string): Promise<void> {
    if (this.#isBlocked && this.#random.whole(0, 1) === 0) {
      this.#lot += 1;
      await this.#setLot(url);
      this.#isBlocked = false;
    }
    if (await areIdle(url, SHARING)) await this.#shareRows(url);
    if (await areIdle(url, [REWORKING])) await this.#rework(url);
  }

  /** Now and then blocks the lot that is printed. Returns the blocked `name=value` after the acknowledgement. */
  async block(url: string): Promise<string | undefined> {
    if (this.#isBlocked || this.#random.whole(1, BLOCKS) > 1) return undefined;
    await callApi('POST', `${url}/api/v3/printBlocks`, { variable: 'Lot', value: `L${this.#lot}`, reason: 'wrong lot' });
    this.#isBlocked = true;
    this.blocks += 1;
    return `Lot=L${this.#lot}`;
  }

  async #setLot(url: string): Promise<void> {
    await callApi('PUT', `${url}/api/v3/variables/Lot`, { value: `L${this.#lot}` });
  }

  async #shareRows(url: string): Promise<void> {
    this.#tables += 1;
    const name = `Rows ${this.#tables}`;
    const rows = Array.from({ length: ROWS }, (_, index) => [`${this.#tables}-${index + 1}`]);
    await callApi('PUT', `${url}/api/v3/tables/${encodeURIComponent(name)}`, { columns: [ROW_COLUMN], rows });
    for (const { printer } of SHARING) {
      const job = { labelName: 'Row', tableName: name, rowAllocation: 'shared' };
      await callApi('POST', `${printerUrl(url, printer)}/printJob`, job);
    }
  }

  async #rework(url: string): Promise<void> {
    const prints = this.#ledger.read((database) => database.prepare(REWORKABLE).all(REWORKED)).map(({ id }) => Number(id));
    if (prints.length === 0) return;
    await callApi('POST', `${printerUrl(url, REWORKING.printer)}/rework`, { prints, reason: 'creased' });
  }
}

/** Whether none of the printers has a job. */
async function areIdle(url: string, lines: readonly LineSetup[]): Promise<boolean> {
  const statuses = await Promise.all(lines.map(({ printer }) => readApi<PrinterStatus>(`${printerUrl(url, printer)}/status`)));
  return statuses.every(({ job }) => job === null);
}
