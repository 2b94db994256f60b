import { createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { setupNameSchema, type SetupFile } from '#contract/station/setup.ts';
import { moveDurably, removePatiently } from '#storage/files/durable-file.ts';
import { isDiskFull } from '#storage/integrity/sqlite-failure.ts';
import { RESTART_DELAY } from '../backups/station-backups.ts';
import type { CarriedSettings } from '../backups/restore-station.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import type { Clock } from '../platform/system-clock.ts';
import { hasPrints } from './import-setup.ts';
import { fingerprintOf, InvalidSetupFileError, SETUP_ENDING, WrongPassphraseError, type SetupHead } from './setup-head.ts';
import { inSetupThread } from './setup-thread.ts';

export interface SetupFilesOptions {
  /** The station's data folder; undefined for a station that has none. */
  dataFolder: string | undefined;
  /** The data folder of its own controller; undefined without one. */
  controllerFolder: string | undefined;
  version: string;
  /** Name of this computer. */
  computer: string;
  clock: Clock;
  /** The settings that stay as they are when a file is imported. */
  carried: () => Promise<CarriedSettings>;
  /** Starts the station again. */
  restart: () => void;
}

const FOLDER = 'setup-files';
const KEY = 'setup';

/** Set-up files that pages make and send: one that was made here, and one that came from elsewhere. */
export class SetupFiles {
  readonly #options: SetupFilesOptions;
  readonly #queue = new KeyedQueue();
  readonly #end = new AbortController();

  constructor(options: SetupFilesOptions) {
    this.#options = options;
  }

  /** Ends the work that runs. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#queue.idle();
  }

  state(): { isKept: boolean; hasController: boolean; hasPrints: boolean } {
    const { dataFolder, controllerFolder } = this.#options;
    return {
      isKept: dataFolder !== undefined,
      hasController: controllerFolder !== undefined,
      hasPrints: controllerFolder !== undefined && hasPrints(controllerFolder),
    };
  }

  /** Makes a set-up file. Files that were made or sent before are removed. Throws `disk-full`. */
  export(passphrase: string): Promise<SetupFile> {
    const { controllerFolder, version: program, computer, clock } = this.#options;
    const dataFolder = this.#dataFolder();
    return this.#run(async (folder) => {
      await removeOthers(folder);
      const now = Math.round(clock.now());
      const name = setupFileName(computer, now);
      const file = join(folder, name);
      const task = { kind: 'export', dataFolder, controllerFolder, file, passphrase, program, computer, now } as const;
      return this.#described(name, await inSetupThread(task, this.#end.signal));
    });
  }

  /** The file, and its length in bytes. Throws `not-found`. */
  async file(name: string): Promise<{ path: string; size: number }> {
    const path = join(this.#dataFolder(), FOLDER, parseInput(setupNameSchema, name));
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new ProblemError('not-found', { detail: `There is no set-up file "${name}".` });
    return { path, size: found.size };
  }

  /** Stores a file from elsewhere after checking its signature. Throws `invalid-input` and `disk-full`; then nothing is stored. */
  async put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    parseInput(setupNameSchema, name);
    await this.#run(async (folder) => {
      const path = join(folder, name);
      const part = `${path}.part`;
      try {
        await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600, flush: true }));
        await inSetupThread({ kind: 'check', file: part }, this.#end.signal);
        await removeOthers(folder, [`${name}.part`]);
        moveDurably(part, path);
      } finally {
        removePatiently(part);
      }
    });
  }

  /** Checks the signature of a stored file. Throws `not-found` and `invalid-input`. */
  async inspect(name: string): Promise<SetupFile> {
    const { path } = await this.file(name);
    return this.#run(async () => this.#described(name, await inSetupThread({ kind: 'check', file: path }, this.#end.signal)));
  }

  /**
   * Stages the content of a file, and starts the station and its controller again. Throws `not-found`, `invalid-input` for an unusable file or a wrong passphrase,
   * and without `isReplacing` for a controller that has printed; then nothing changes.
   */
  async import(name: string, { passphrase, isReplacing }: { passphrase: string; isReplacing: boolean }): Promise<void> {
    const { path: file } = await this.file(name);
    const { controllerFolder, clock, restart, carried } = this.#options;
    const dataFolder = this.#dataFolder();
    if (this.state().hasPrints && !isReplacing) {
      throw new ProblemError('invalid-input', { detail: 'The controller of this computer has printed: say that its data are replaced.' });
    }
    await this.#run(async () => {
      const task = { kind: 'import', file, passphrase, dataFolder, controllerFolder, carried: await carried() } as const;
      await inSetupThread(task, this.#end.signal);
    });
    removePatiently(file);
    // The caller gets its answer before its link is closed.
    clock.after(RESTART_DELAY, restart);
  }

  async #described(name: string, { computer, made, program, publicKey }: SetupHead): Promise<SetupFile> {
    const { size } = await this.file(name);
    return { name, computer, made, size, version: program, fingerprint: fingerprintOf(publicKey) };
  }

  async #run<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = join(this.#dataFolder(), FOLDER);
    try {
      return await this.#queue.run(KEY, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return work(folder);
      });
    } catch (error) {
      throw problemOf(error);
    }
  }

  #dataFolder(): string {
    const { dataFolder } = this.#options;
    if (dataFolder === undefined) throw new ProblemError('not-found', { detail: 'This station has no data folder, and no set-up files.' });
    return dataFolder;
  }
}

/** A name from the computer and the time in UTC. */
export function setupFileName(computer: string, now: number): string {
  const name =
    computer
      .replaceAll(/[^A-Za-z0-9._-]/g, '')
      .replace(/^[._-]+/, '')
      .slice(0, 60) || 'strobe';
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${name}-${moment}${SETUP_ENDING}`;
}

async function removeOthers(folder: string, kept: readonly string[] = []): Promise<void> {
  for (const name of await readdir(folder)) if (!kept.includes(name)) removePatiently(join(folder, name));
}

function problemOf(error: unknown): unknown {
  if (error instanceof WrongPassphraseError) {
    const detail = 'is wrong';
    return new ProblemError('invalid-input', { detail: error.message, errors: [{ pointer: '/passphrase', detail }] }, { cause: error });
  }
  if (error instanceof InvalidSetupFileError) return new ProblemError('invalid-input', { detail: error.message }, { cause: error });
  if (!isDiskFull(error)) return error;
  return new ProblemError(
    'disk-full',
    { detail: 'The disk of the station does not have enough space for a set-up file.' },
    { cause: error },
  );
}
