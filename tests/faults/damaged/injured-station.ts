import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { EngineLog, type Mark } from '../engine-log.ts';
import { printerUrl } from '../lines.ts';
import { contentOf, differences } from './content.ts';
import { COUNTER, PRINTER, printSome } from './origin.ts';
import type { Act } from './plan.ts';
import type { Seen } from './verdict.ts';

/** Command line of each act; it may fail on a damaged folder. */
const WORDS: Readonly<Record<Act, readonly string[]>> = {
  keys: ['keys', 'list'],
  backup: ['backup'],
  'refused start': ['--port', '0', '--host', '0.0.0.0', '--insecure-without-tls'],
};
/** Maximum number of starts until the controller runs or gives up. */
const MAX_RUNS = 4;
const PRINTS = 3;
/** Counter value that a person enters from the last product; higher than every serial number of these runs. */
const BEHIND_ALL = 1_000_000;

/** Starts a controller on a damaged folder, and operates it like a person. */
export class InjuredStation {
  readonly #folder: string;
  readonly #content: ReadonlyMap<string, string>;
  readonly #ends: { code: number | null; said: string }[] = [];
  #recovery: string | null = null;
  #differences: string[] | undefined;
  #refusals: string[] = [];

  /** `content` is that of the folder before the damage. */
  constructor(folder: string, content: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#content = content;
  }

  /** `act` is executed before the start. */
  async live(act?: Act): Promise<Seen> {
    if (act) await runController(...WORDS[act], '--data', this.#folder);
    let isRunning = false;
    while (!isRunning && this.#ends.length < MAX_RUNS) {
      const controller = await this.#start();
      isRunning = controller !== undefined && (await this.#work(controller));
    }
    return {
      ends: this.#ends,
      isRunning,
      recovery: this.#recovery,
      isAside: hasReplaced(this.#folder),
      differences: this.#differences ?? [],
      doubles: doubleMarks(this.#folder),
      refusals: this.#refusals,
    };
  }

  async #start(): Promise<ControllerProcess | undefined> {
    try {
      return await startController({ dataFolder: this.#folder, flags: ['--empty'] });
    } catch (error) {
      const [, code, said = String(error)] = /did not start: (\d+) (.*)/s.exec(String(error)) ?? [];
      this.#ends.push({ code: code === undefined ? null : Number(code), said });
      return undefined;
    }
  }

  /** Returns false if the controller ended by itself. */
  async #work(controller: ControllerProcess): Promise<boolean> {
    try {
      await this.#print(controller);
    } catch (error) {
      // A failed action counts only if the controller is still running.
      this.#refusals = [error instanceof Error ? error.message : String(error)];
    }
    const code = await controller.stop();
    if (code !== 0) this.#ends.push({ code, said: this.#refusals.join() });
    if (code !== 0) this.#refusals = [];
    return code === 0;
  }

  async #print({ url }: ControllerProcess): Promise<void> {
    const api = `${url}/api/v3`;
    const { recovery } = await readApi<{ recovery: { reason: string } | null }>(`${api}/recovery`);
    this.#differences ??= differences(this.#content, contentOf(join(this.#folder, 'controller.db')));
    if (recovery) await this.#confirm(url, recovery.reason);
    await printSome(this.#folder, { url }, PRINTS);
  }

  /** Confirms the data; nothing is printed before. If the high-water marks are lost, also enters counter values. */
  async #confirm(url: string, reason: string): Promise<void> {
    const api = `${url}/api/v3`;
    this.#recovery = reason;
    const { status } = await fetch(`${printerUrl(url, PRINTER)}/trigger`, { method: 'POST' });
    if (status !== 409) throw new Error(`a trigger before the data were confirmed: ${status}`);
    if (reason === 'high-water-mark-lost') await callApi('PUT', `${api}/counters/${COUNTER}`, { value: BEHIND_ALL, width: 8 });
    await callApi('POST', `${api}/recovery/confirm`);
    await callApi('POST', `${printerUrl(url, PRINTER)}/printJob`, { labelName: COUNTER });
  }
}

function hasReplaced(folder: string): boolean {
  const replaced = join(folder, 'replaced');
  return existsSync(replaced) && readdirSync(replaced).some((moment) => existsSync(join(replaced, moment, 'controller.db')));
}

/** Sentences about marks that repeat the picture or the print of an earlier one. */
function doubleMarks(folder: string): string[] {
  const marks = new EngineLog(folder, { printer: PRINTER, position: 1 }).readOn();
  return [
    ...repeated(marks, ({ pictureHash }) => pictureHash).map(({ number }) => `mark ${number} repeats the picture of an earlier mark`),
    ...repeated(marks, ({ id }) => String(id)).map(({ number, id }) => `mark ${number} repeats print ${id} of an earlier mark`),
  ];
}

function repeated(marks: readonly Mark[], keyOf: (mark: Mark) => string): Mark[] {
  const seen = new Set<string>();
  return marks.filter((mark) => {
    const isSeen = seen.has(keyOf(mark));
    seen.add(keyOf(mark));
    return isSeen;
  });
}
