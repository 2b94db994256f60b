import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import type { Random } from '#support/random.ts';
import { refuse } from '../fault-run.ts';
import { Customer } from '../kills/customer.ts';
import { LedgerFile } from '../ledger-file.ts';
import { furnishFolder, printerUrl, selectSerials, serialLabel, type LineSetup } from '../lines.ts';
import { MarkFile } from './mark-file.ts';
import { mount, type Misfortune, type Place } from './folder-faults.ts';

const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 1_200, bufferDepth: 8, isColor: false },
];
const PRODUCTS_PER_MINUTE = 1_200;
/** Higher than every serial number of a case. */
const BEHIND_ALL = 1_000_000;
const FOLDER_LOST = 11;
const ALREADY_RUNNING = 4;
/** User id without special permissions, for runs as root. */
const UNPRIVILEGED = 65_534;
const AS_UNPRIVILEGED = ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups'];
/** Milliseconds. The controller checks every second and records for at most 1.5 s; the rest allows for a busy machine. */
const END_LIMIT = 15_000;
const MARK_PATIENCE = 60_000;

/** Results of a case. */
export interface Seen {
  marks: number;
  acknowledged: number;
  /** Acknowledged prints that are in no ledger; the controller has reported that its data are lost. */
  lost: number;
  /** Milliseconds from the fault to the end of the controller. */
  endedAfter: number;
}

/** A data folder and the fault that happens to it. */
export class Site {
  readonly place: Place;
  readonly #misfortune: Misfortune;
  readonly #random: Random;
  readonly #files: MarkFile[] = [];
  readonly #running: ControllerProcess[] = [];

  constructor(misfortune: Misfortune, random: Random) {
    this.#misfortune = misfortune;
    this.#random = random;
    const parent = mkdtempSync(join(tmpdir(), 'strobe-folders-'));
    const real = join(parent, misfortune.by === undefined ? 'data' : 'real');
    this.place = { parent, real, data: join(parent, 'data') };
  }

  /** Runs the case. Throws a `Violation`. */
  async suffer(): Promise<Seen> {
    const { place } = this;
    await this.#furnish();
    const first = await this.#start();
    await selectSerials(first.url, LINES);
    this.#watchMarks(place.real, () => 0);
    const customer = await this.#print(first);
    const before = await this.#happen();
    const begun = performance.now();
    const code = await Promise.race([first.ended, wait(END_LIMIT, 'running' as const)]);
    const endedAfter = performance.now() - begun;
    await customer.ended;
    refuse([
      ...(code === FOLDER_LOST ? [] : [`${this.#misfortune.name}: the controller ended with ${code}`]),
      ...(/data folder .* is no longer the one/.test(first.complaint()) ? [] : [`${this.#misfortune.name}: its log does not say why`]),
      ...this.#writtenFaults(before),
    ]);
    const { acknowledged } = customer.customer;
    const lost = this.#judgeLedger(acknowledged);
    await this.#goOn();
    const pictures = this.#pictures();
    refuse(twice(pictures).map((picture) => `${this.#misfortune.name}: the picture ${picture} was marked twice`));
    return { marks: pictures.length, acknowledged: acknowledged.length, lost, endedAfter };
  }

  async close(isKept: boolean): Promise<void> {
    for (const controller of this.#running) await controller.kill();
    for (const file of this.#files) file.close();
    if (this.#misfortune.by === 'mount' && existsSync(this.place.data)) {
      try {
        mount('umount', '-l', this.place.data);
      } catch {
        // It is already unmounted.
      }
    }
    if (!isKept) rmSync(this.place.parent, { recursive: true, force: true });
  }

  async #furnish(): Promise<void> {
    const { data, real, parent } = this.place;
    mkdirSync(real);
    if (this.#misfortune.by === 'link') symlinkSync(real, data);
    if (this.#misfortune.by === 'mount') mkdirSync(data);
    if (this.#misfortune.by === 'mount') mount('mount', '--bind', real, data);
    await furnishFolder(real, LINES);
    if (!this.#misfortune.isUnprivileged) return;
    for (const path of [parent, real, ...readdirSync(real).map((name) => join(real, name))]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  }

  async #start(...flags: string[]): Promise<ControllerProcess> {
    const under = this.#misfortune.isUnprivileged ? AS_UNPRIVILEGED : [];
    const controller = await startController({ dataFolder: this.place.data, flags: ['--empty', '--log-file', ...flags], under });
    this.#running.push(controller);
    return controller;
  }

  async #print(controller: ControllerProcess) {
    for (const { printer } of LINES) {
      await callApi('PUT', `${printerUrl(controller.url, printer)}/conveyor`, { running: true, productsPerMinute: PRODUCTS_PER_MINUTE });
    }
    const customer = new Customer(controller.url, { printer: this.#random.pick(LINES).printer, name: 'customer' });
    const ended = customer.trigger();
    await this.#marks(this.#random.whole(2, 30));
    return { customer, ended };
  }

  /** Returns the content of the folder that replaces the data. */
  async #happen(): Promise<string[]> {
    const { prepare, happen, replacement } = this.#misfortune;
    prepare?.(this.place);
    if (prepare) await this.#marks(this.#pictures().length + this.#random.whole(1, 30));
    await wait(this.#random.whole(0, 1_500));
    const copy = join(this.place.parent, 'copy');
    const before = prepare ? contentOf(copy) : [];
    happen(this.place);
    if (prepare && replacement) this.#watchMarks(replacement(this.place), (file) => file.bytes);
    return before;
  }

  #writtenFaults(before: readonly string[]): string[] {
    const { name, replacement } = this.#misfortune;
    if (replacement === undefined) return [];
    const after = contentOf(replacement(this.place));
    const others = after.filter((entry) => !before.includes(entry));
    return after.length === before.length && others.length === 0
      ? []
      : [`${name}: the replacement was written to: ${others.map((entry) => entry.slice(0, 40)).join(', ')}`];
  }

  /** Number of acknowledged prints that are in no ledger; 0 if the data were only moved. */
  #judgeLedger(acknowledged: readonly string[]): number {
    const remains = this.#misfortune.remains(this.place);
    if (remains === undefined) return acknowledged.length;
    const isForbidden = this.#misfortune.isUnprivileged === true && process.getuid?.() !== 0;
    if (isForbidden) return 0;
    const keys = new Set(new LedgerFile(remains).prints(1).map(({ key }) => key));
    const missing = acknowledged.filter((key) => !keys.has(key));
    refuse(missing.map((key) => `${this.#misfortune.name}: ${key} was acknowledged, but is not in the ledger`));
    return 0;
  }

  /** Restarts the controller: with lost data it asks for them, and it continues to print after a person has confirmed. */
  async #goOn(): Promise<void> {
    const { repair } = this.#misfortune;
    const { data } = this.place;
    if (!existsSync(join(data, 'controller.db'))) {
      const { code } = await runController('--data', data, '--port', '0', '--require-data');
      refuse(code === FOLDER_LOST || this.#misfortune.isUnprivileged ? [] : [`a start without data ended with ${code}`]);
    }
    repair?.(this.place);
    if (!existsSync(join(data, 'controller.db'))) return;
    const second = await this.#start('--require-data');
    await this.#refuseThird(second);
    await confirm(second.url);
    const before = this.#pictures().length;
    const customer = await this.#print(second);
    await this.#marks(before + this.#random.whole(2, 20));
    await second.stop();
    await customer.ended;
  }

  /** A second controller must not print from the same folder through any path. */
  async #refuseThird({ url }: ControllerProcess): Promise<void> {
    const link = join(this.place.parent, 'other-path');
    symlinkSync(this.place.data, link);
    const { code, stdout } = await runController('--data', link, '--port', '0');
    refuse(code === ALREADY_RUNNING && stdout.includes(url) ? [] : [`a second controller on the folder ended with ${code}: ${stdout}`]);
  }

  #watchMarks(folder: string, from: (file: MarkFile) => number): void {
    for (const [index] of LINES.entries()) {
      mkdirSync(join(folder, 'marks', String(index + 1)), { recursive: true });
      const whole = new MarkFile(folder, { position: index + 1 });
      const bytes = from(whole);
      whole.close();
      this.#files.push(new MarkFile(folder, { position: index + 1, from: bytes }));
    }
    if (this.#misfortune.isUnprivileged) chownAll(join(folder, 'marks'));
  }

  #pictures(): string[] {
    return this.#files.flatMap((file) => file.pictures());
  }

  async #marks(wanted: number): Promise<void> {
    for (const end = Date.now() + MARK_PATIENCE; this.#pictures().length < wanted; await wait(5)) {
      if (Date.now() > end) throw new Error(`${this.#misfortune.name}: no ${wanted} marks within ${MARK_PATIENCE} ms`);
    }
  }
}

/** What an operator does: recreates lost labels, and sets their counters after the last product. */
async function confirm(url: string): Promise<void> {
  const api = `${url}/api/v3`;
  const { recovery } = await readApi<{ recovery: object | null }>(`${api}/recovery`);
  if (!recovery) return;
  await callApi('POST', `${api}/recovery/confirm`);
  for (const { printer, counter } of LINES) {
    if ((await fetch(`${api}/labels/${counter}`)).status === 404) {
      await callApi('PUT', `${api}/counters/${counter}`, { value: BEHIND_ALL, width: 8 });
      await callApi('PUT', `${api}/labels/${counter}`, serialLabel(counter));
    }
    await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: counter });
  }
}

function chownAll(folder: string): void {
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) chownAll(path);
    else chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  }
}

/** All files below a folder with their bytes. */
function contentOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(
    ({ parentPath, name }) => `${join(parentPath, name).slice(folder.length)} ${readFileSync(join(parentPath, name), 'latin1')}`,
  );
}

function twice(pictures: readonly string[]): string[] {
  return [...new Set(pictures.filter((picture, index) => pictures.indexOf(picture) !== index))];
}
