import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { LedgerFile } from '../ledger-file.ts';
import { printerUrl } from '../lines.ts';
import type { LedgerPrint } from './judge.ts';

/** A printer to be added, with the rows that it prints. */
export interface SitePrinter {
  name: string;
  engine: Readonly<Record<string, unknown>>;
  /** The first letter of its serials. */
  letter: string;
  /** What detects the products; by default nothing does. */
  productDetector?: 'device' | 'line';
  /** The most prints that it holds while no product comes. */
  mayHold?: number;
  /** The message that it draws, on a coder that draws on board. */
  message?: StoredMessage;
  /** Its print heads with their ink supplies; by default one without. */
  slices?: readonly { phs: readonly string[]; inkSupplies: readonly string[] }[];
}

/** A message that a coder stores, and the field that gets the serial. */
export interface StoredMessage {
  message: string;
  field: string;
}

export interface EngineCount {
  counted: number | null;
  explained: number | null;
}

/** A print that is on a product. */
export interface VerifiedPrint {
  id: number;
  serial: string;
  /** The verdict of a reader; null without one. */
  verification: string | null;
  /** When it was given, in milliseconds since the epoch, and the text that was read; null without it. */
  verified: number | null;
  read: string | null;
  /** When the ledger recorded it, in milliseconds since the epoch. */
  settled: number;
  /** Whether it was unknown once. */
  wasUnknown: boolean;
}

/** The label that shows a row of a table. */
export const LABEL_NAME = 'Code';
/** Size of the labels in mm. */
export const LABEL = { width: 20, height: 10 };
/** Rows of each table: more than most runs print. */
const ROWS = 20_000;
const READY_PATIENCE = 60_000;
/**
 * The longest time from a known count to what it settles. A print that reaches its device later, by a packet that was delayed, stays unknown: a
 * test label at the panel would look the same.
 */
const COMPARE_PATIENCE = 10_000;
const LOOK_EVERY = 25;
const DPI = 300;

/** A data folder with a controller that is killed and started again. */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'strobe-engines-'));
  readonly #printers: readonly SitePrinter[];
  readonly #rows: number;
  readonly #ledger: LedgerFile;
  #controller: ControllerProcess | undefined;

  /** `rows`: of each table. */
  constructor(printers: readonly SitePrinter[], rows = ROWS) {
    this.#printers = printers;
    this.#rows = rows;
    this.#ledger = new LedgerFile(this.folder);
  }

  /** The address of the running controller. */
  get url(): string {
    if (!this.#controller) throw new Error('the controller does not run');
    return this.#controller.url;
  }

  async start(): Promise<void> {
    this.#controller ??= await startController({ dataFolder: this.folder, flags: ['--empty'] });
  }

  async kill(): Promise<void> {
    const controller = this.#controller;
    this.#controller = undefined;
    await controller?.kill();
  }

  /** Ends it as an administrator does. */
  async stop(): Promise<void> {
    const controller = this.#controller;
    this.#controller = undefined;
    await controller?.stop();
  }

  /**
   * Runs an act against the controller. Returns false if none runs, or if its end has interrupted the act: the failure is no fault then. Throws what
   * the act throws otherwise.
   */
  async whileRunning(act: () => Promise<void>): Promise<boolean> {
    const controller = this.#controller;
    if (!controller) return false;
    try {
      await act();
      return true;
    } catch (error) {
      if (this.#controller === controller) throw error;
      return false;
    }
  }

  /** Reads its database. */
  read<Result>(look: (database: DatabaseSync) => Result): Result {
    return this.#ledger.read(look);
  }

  /** Adds the printers; each prints the rows of a table of its own, which are unique. */
  async furnish(): Promise<void> {
    await this.addPrinters();
    for (const { name, letter } of this.#printers)
      await callApi('POST', `${printerUrl(this.url, name)}/printJob`, { labelName: LABEL_NAME, tableName: letter });
  }

  /** Adds the printers, the label and the tables; nothing is selected. The table of a printer has the name of its letter. */
  async addPrinters(): Promise<void> {
    const api = `${this.url}/api/v3`;
    await callApi('PUT', `${api}/labels/${LABEL_NAME}`, codeLabel());
    for (const { name, engine, letter, productDetector, message, slices } of this.#printers) {
      const rows = Array.from({ length: this.#rows }, (_, row) => [serialOf(letter, row)]);
      await callApi('PUT', `${api}/tables/${letter}`, { columns: ['Code'], rows });
      const size = { dpi: DPI, physicalWidth: LABEL.width, height: LABEL.height, lineSpeed: 200 };
      await callApi('PUT', printerUrl(this.url, name), {
        engine,
        ...size,
        ...(productDetector && { productDetector }),
        ...(slices && { slices }),
      });
      if (message) {
        const fields = { [message.field]: { text: '{TABLE;Code}' } };
        await callApi('PUT', `${printerUrl(this.url, name)}/messages`, { [LABEL_NAME]: { message: message.message, fields } });
      }
      await callApi('PUT', `${printerUrl(this.url, name)}/settings`, { bounceTime: 0 });
    }
  }

  /** Resolves when every printer can print, nothing is open but what may be held, and counts are compared. */
  async ready(): Promise<void> {
    const end = Date.now() + READY_PATIENCE;
    let readySince: number | undefined;
    for (;;) {
      const { waiting, differing } = await this.#waitingFor();
      if (waiting.length === 0 && differing.length === 0) return;
      if (waiting.length > 0) readySince = undefined;
      else if (Date.now() - (readySince ??= Date.now()) > COMPARE_PATIENCE) return;
      if (Date.now() > end) throw new Error(`not ready within ${READY_PATIENCE} ms: ${waiting.join('; ')}`);
      await wait(LOOK_EVERY);
    }
  }

  /** Its place in the list of printers, from 1. */
  position(printer: string): number {
    const row = this.#ledger.read((database) => database.prepare('SELECT position FROM printers WHERE name = ?').get(printer));
    return Number(row?.['position']);
  }

  prints(printer: string): LedgerPrint[] {
    const { letter } = this.#named(printer);
    const sql = 'SELECT id, state, row, idempotency_key, resolved_by FROM prints WHERE printer = ? ORDER BY id';
    return this.#ledger
      .read((database) => database.prepare(sql).all(printer))
      .map((row) => ({
        id: Number(row['id']),
        state: String(row['state']),
        serial: serialOf(letter, Number(row['row'])),
        // The key follows the name of its client.
        key: row['idempotency_key'] === null ? null : String(row['idempotency_key']).replace(/^\S* /, ''),
        isResolved: row['resolved_by'] !== null && row['resolved_by'] !== 'engine',
      }));
  }

  /** The serials of these prints, in their order. */
  serialsOf(printer: string, ids: readonly number[]): string[] {
    const { letter } = this.#named(printer);
    return this.#ledger.read((database) => {
      const find = database.prepare('SELECT row FROM prints WHERE id = ?');
      return ids.map((id) => serialOf(letter, Number(find.get(id)?.['row'])));
    });
  }

  /** Prints that are on a product, with their verification, after this id; oldest first. */
  verifiedPrints(printer: string, after: number): VerifiedPrint[] {
    const { letter } = this.#named(printer);
    const sql = `SELECT id, row, verification, verified_at, read_text, settled, unknown_since FROM prints
      WHERE printer = ? AND id > ? AND state IN ('printed', 'handed-over') ORDER BY id`;
    return this.#ledger
      .read((database) => database.prepare(sql).all(printer, after))
      .map((row) => ({
        id: Number(row['id']),
        serial: serialOf(letter, Number(row['row'])),
        verification: row['verification'] === null ? null : String(row['verification']),
        verified: row['verified_at'] === null ? null : Number(row['verified_at']),
        read: row['read_text'] === null ? null : String(row['read_text']),
        settled: Number(row['settled']),
        wasUnknown: row['unknown_since'] !== null,
      }));
  }

  /** Serials whose row is printed again, because their print is void. */
  owed(printer: string): string[] {
    const { letter } = this.#named(printer);
    const sql = 'SELECT job_owed.row AS row FROM job_owed JOIN jobs ON jobs.id = job_owed.job WHERE jobs.printer = ?';
    return this.#ledger.read((database) => database.prepare(sql).all(printer)).map(({ row }) => serialOf(letter, Number(row)));
  }

  /** The serials of all rows before this one. */
  serialsBefore(printer: string, serial: string): string[] {
    const { letter } = this.#named(printer);
    return Array.from({ length: Number(serial.slice(letter.length)) }, (_, row) => serialOf(letter, row));
  }

  /** Sentences about sums in the database that differ. */
  findLedgerFaults(): string[] {
    return this.#ledger.findLedgerFaults();
  }

  count(printer: string): Promise<EngineCount> {
    return readApi<EngineCount>(`${printerUrl(this.url, printer)}/engineCount`);
  }

  async acceptCount(printer: string): Promise<void> {
    await callApi('POST', `${printerUrl(this.url, printer)}/engineCount/acceptance`, { reason: 'a test label at the panel' });
  }

  async resolve(id: number, outcome: 'printed' | 'void'): Promise<void> {
    await callApi('POST', `${this.url}/api/v3/prints/${id}/resolution`, { outcome, reason: 'looked at the paper' });
  }

  async close(isKept: boolean): Promise<void> {
    await this.kill();
    if (!isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  #named(printer: string): SitePrinter {
    const found = this.#printers.find(({ name }) => name === printer);
    if (!found) throw new Error(`there is no printer "${printer}"`);
    return found;
  }

  #unsettled(printer: string): { open: number; unknown: number } {
    const sql = `SELECT count(*) AS all_of_them, count(*) FILTER (WHERE state = 'unknown') AS unknown FROM prints
      WHERE printer = ? AND state IN ('reserved', 'sent', 'unknown')`;
    const row = this.#ledger.read((database) => database.prepare(sql).get(printer));
    const unknown = Number(row?.['unknown']);
    return { open: Number(row?.['all_of_them']) - unknown, unknown };
  }

  /** Sentences about printers that cannot print yet, and about those whose count does not fit what is unknown. */
  async #waitingFor(): Promise<{ waiting: string[]; differing: string[] }> {
    const [waiting, differing]: [string[], string[]] = [[], []];
    for (const { name, mayHold = 0 } of this.#printers) {
      const { state, errors } = await readApi<{ state: string; errors: string[] }>(`${printerUrl(this.url, name)}/status`);
      const { open, unknown } = this.#unsettled(name);
      const { counted, explained } = await this.count(name);
      const isCompared = unknown === 0 || counted === null || explained === null || counted - explained !== unknown;
      const sentence = `${name} is ${state} (${errors.join(' ')}), ${open} prints open, ${unknown} unknown, counts ${counted}, explains ${explained}`;
      if (state !== 'STARTED' || open > mayHold) waiting.push(sentence);
      else if (!isCompared) differing.push(sentence);
    }
    return { waiting, differing };
  }
}

function serialOf(letter: string, row: number): string {
  return `${letter}${String(row).padStart(6, '0')}`;
}

function codeLabel(): object {
  const code = { type: 'QRCode', x: 1, y: 1, text: '{TABLE;Code}', moduleSize: 0.3 };
  return { format: 3, ...LABEL, objs: [code, { type: 'Text', x: 9, y: 2, text: '{TABLE;Code}', font: { family: 'Arimo', height: 2 } }] };
}
