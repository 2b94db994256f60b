import { strToU8 } from 'fflate';
import { ProblemError } from '#contract/problem.ts';
import type { CheckResult, DiagnosticsEvent, SupportArchive } from '#contract/station/diagnostics.ts';
import { runProgram, type CheckedController, type DiagnosticsContext } from '#diagnostics/model/context.ts';
import { findDataFolders } from '#diagnostics/model/data-folders.ts';
import { inOrder, runChecks } from '#diagnostics/checks/run-checks.ts';
import { collectSupport, supportArchive, supportName } from '#diagnostics/support/collect-support.ts';
import type { SupportFile } from '#diagnostics/support/support-file.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { Clock } from '../platform/system-clock.ts';

export interface StationDiagnosticsOptions {
  /** The station's data folder; undefined for a station that has none, which cannot be diagnosed. */
  folder: string | undefined;
  version: string;
  pageFolder: string | undefined;
  connections: Pick<Connections, 'snapshot' | 'get'>;
  clock: Clock;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** A support file, or one of the files in it. */
export interface SupportBytes {
  fileName: string;
  contentType: string;
  bytes: Uint8Array;
}

interface Prepared {
  id: string;
  name: string;
  files: readonly SupportFile[];
  archive: Uint8Array;
}

/** Milliseconds for one answer of a controller. */
const LIMIT = 5_000;
/** How long a prepared support file is in memory, in milliseconds. */
const LIFETIME = 15 * 60_000;
/** Results of this age in milliseconds are used for a support file. */
const RECENT = 10 * 60_000;

/** Runs the diagnostics for all screens, and has the last results and the last support file. */
export class StationDiagnostics implements FeedSource<DiagnosticsEvent> {
  readonly #options: StationDiagnosticsOptions;
  readonly #emitter: Emitter<DiagnosticsEvent>;
  #at: number | null = null;
  #isRunning = false;
  #results: CheckResult[] = [];
  #prepared: Prepared | undefined;
  #cancelExpiry: (() => void) | undefined;

  constructor(options: StationDiagnosticsOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  /** Cancels the end of a prepared support file. A running check ends by itself. */
  stop(): void {
    this.#cancelExpiry?.();
  }

  snapshot(): DiagnosticsEvent {
    return { type: 'snapshot', isRunning: this.#isRunning, at: this.#at, results: this.#results };
  }

  subscribe(listener: (event: DiagnosticsEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  /** Begins a run, unless one is in progress. Throws `not-found` for a station without a data folder. */
  run(): void {
    const context = this.#context();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#at = context.now();
    this.#results = [];
    this.#emit();
    void runChecks(context, (result) => {
      this.#results = inOrder([...this.#results, result]);
      this.#emit();
    })
      .catch((error: unknown) => this.#options.report(error))
      .finally(() => {
        this.#isRunning = false;
        this.#emit();
      });
  }

  /** Collects a support file, which replaces the one before. Throws `not-found` for a station without a data folder. */
  async prepareSupport(): Promise<SupportArchive> {
    const { clock, newId } = this.#options;
    const context = this.#context();
    const files = await collectSupport(context, await this.#recentResults(context));
    const name = supportName(context.now());
    const prepared = { id: newId(), name, files, archive: supportArchive(files, name) };
    this.#prepared = prepared;
    this.#cancelExpiry?.();
    this.#cancelExpiry = clock.after(LIFETIME, () => (this.#prepared = undefined));
    return {
      id: prepared.id,
      fileName: `${name}.zip`,
      size: prepared.archive.length,
      files: files.map((file) => ({ name: file.name, size: Buffer.byteLength(file.text) })),
    };
  }

  /** Throws `not-found` for an archive that has expired or was replaced, and for a file that is not in it. */
  supportBytes({ id, file }: { id: string; file?: string | undefined }): SupportBytes {
    const prepared = this.#prepared;
    if (prepared?.id !== id) throw new ProblemError('not-found', { detail: 'This support file has expired. Prepare it again.' });
    if (file === undefined) return { fileName: `${prepared.name}.zip`, contentType: 'application/zip', bytes: prepared.archive };
    const found = prepared.files.find(({ name }) => name === file);
    if (!found) throw new ProblemError('not-found', { detail: 'The support file has no such file.' });
    return { fileName: file.replaceAll(/[^\w.-]+/g, '-'), contentType: 'text/plain; charset=utf-8', bytes: strToU8(found.text) };
  }

  /** A page waits for a support file, and the checks can take longer than it waits: results that are a few minutes old are used. */
  async #recentResults(context: DiagnosticsContext): Promise<readonly CheckResult[]> {
    const age = this.#at === null ? Infinity : context.now() - this.#at;
    const isRecent = !this.#isRunning && age >= 0 && age < RECENT;
    return isRecent ? this.#results : runChecks(context);
  }

  #emit(): void {
    this.#emitter.emit(this.snapshot());
  }

  #context(): DiagnosticsContext {
    const { folder, version, pageFolder, clock, connections } = this.#options;
    if (folder === undefined) throw new ProblemError('not-found', { detail: 'This station has no data folder that could be checked.' });
    const event = connections.snapshot();
    const all = event.type === 'snapshot' ? event.connections : [];
    return {
      folders: findDataFolders(folder),
      ...{ version, pageFolder, runProgram },
      controllers: all.filter(({ state }) => state !== 'off').map(({ id }) => checked(connections.get(id))),
      stationPid: process.pid,
      now: () => clock.now(),
      processFolder: '/proc',
    };
  }
}

/** A controller as the diagnostics ask it: with the key and the certificate of its connection. */
export function checked(connection: Connection): CheckedController {
  return {
    name: connection.name,
    isLocal: connection.embedded,
    get: async (path) => {
      const { status, body } = await connection.getClient().request({ method: 'GET', path, limit: LIMIT });
      return { status, text: body.toString('utf8') };
    },
  };
}
