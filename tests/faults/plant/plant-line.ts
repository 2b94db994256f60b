import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cable } from '#support/cable.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { BackupFiles } from '../backups/backup-files.ts';
import { EngineLog } from '../engine-log.ts';
import { LedgerFile } from '../ledger-file.ts';
import { furnishFolder, type LineSetup } from '../lines.ts';
import { LedgerCopy } from './ledger-copy.ts';
import { request } from './request.ts';
import { ROW_PRINTER, SERIAL_PRINTERS } from './work.ts';

const PRINTERS: readonly LineSetup[] = [...SERIAL_PRINTERS, ROW_PRINTER].map((printer, index) => ({
  ...{ printer, counter: 'Serial', lineSpeed: 400 + 200 * index, bufferDepth: 8, isColor: false },
}));
const CLOCK = new URL('./stepped-clock.ts', import.meta.url).href;
const RESTORE_EXIT = 9;

/** A controller with four virtual printers in its own process, and the network between it and the plant. */
export class PlantLine {
  readonly name: string;
  readonly folder: string;
  readonly cable: Cable;
  readonly ledger: LedgerFile;
  readonly logs: readonly EngineLog[];
  /** The ledgers that a restored backup has replaced, as they were last. */
  readonly replaced: LedgerCopy[] = [];
  readonly #clockFile: string;
  readonly #backups: BackupFiles;
  #controller: ControllerProcess | undefined;
  #isEndExpected = false;
  /** Sentences about ends of the controller that no one caused. */
  readonly faults: string[] = [];

  /** `plantPort`: the port of an instance of the plant, for the next connection. */
  constructor(name: string, plantPort: () => number) {
    this.name = name;
    this.folder = mkdtempSync(join(tmpdir(), 'strobe-plant-line-'));
    this.cable = new Cable(plantPort);
    this.ledger = new LedgerFile(this.folder);
    this.#backups = new BackupFiles(this.folder);
    this.logs = PRINTERS.map(({ printer }, index) => new EngineLog(this.folder, { printer, position: index + 1 }));
    this.#clockFile = join(this.folder, 'clock-ahead');
    writeFileSync(this.#clockFile, '0');
  }

  /** Its address while it runs. */
  get url(): string | undefined {
    return this.#controller?.url;
  }

  async furnish(): Promise<void> {
    await furnishFolder(this.folder, PRINTERS);
  }

  async start(): Promise<void> {
    const under = ['env', `NODE_OPTIONS=--import=${CLOCK}`, `STROBE_CLOCK_FILE=${this.#clockFile}`];
    const controller = await startController({ dataFolder: this.folder, flags: ['--empty'], under });
    this.#controller = controller;
    this.#isEndExpected = false;
    void controller.ended.then((code) => {
      if (!this.#isEndExpected) this.faults.push(`${this.name}: the controller ended with ${code}: ${controller.complaint()}`);
    });
  }

  async kill(): Promise<void> {
    const controller = this.#controller;
    this.#isEndExpected = true;
    this.#controller = undefined;
    await controller?.kill();
  }

  /** Sets the wall clock of the controller to be ahead by so many milliseconds. */
  setClock(ahead: number): void {
    writeFileSync(this.#clockFile, String(ahead));
    if (this.#controller) process.kill(this.#controller.pid, 'SIGUSR2');
  }

  hasBackup(): boolean {
    return this.#backups.names().length > 0;
  }

  /** Makes a backup with the running controller. */
  async backUp(): Promise<void> {
    const answer = await request(this.url, 'POST backups');
    if (!answer || answer.status >= 300) throw new Error(`${this.name} made no backup: ${JSON.stringify(answer)}`);
  }

  /** Restores its newest backup, through the service or by the command, and starts it. What the ledger was before is kept for the judge. */
  async restore(how: 'service' | 'command'): Promise<void> {
    const name = this.#backups.names().at(-1) ?? '';
    await (how === 'service' ? this.#endToRestore(name) : this.kill());
    this.replaced.push(LedgerCopy.of(this.ledger));
    if (how === 'command') {
      const { code, stderr } = await runController('restore', this.#backups.path(name), '--data', this.folder);
      if (code !== 0) throw new Error(`${this.name}: the restore ended with ${code}: ${stderr}`);
    }
    await this.start();
  }

  /** Prints in the memory of its printers. */
  get marks(): number {
    return this.logs.reduce((sum, log) => sum + log.total(), 0);
  }

  async close(isKept: boolean): Promise<void> {
    await this.kill();
    await this.cable.unplug();
    if (!isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  async #endToRestore(name: string): Promise<void> {
    const controller = this.#controller;
    this.#isEndExpected = true;
    const answer = await request(this.url, `POST backups/${encodeURIComponent(name)}/restore`);
    this.#controller = undefined;
    const code = await controller?.ended;
    if (code !== RESTORE_EXIT) throw new Error(`${this.name}: ended with ${code} to restore a backup: ${JSON.stringify(answer)}`);
  }
}
