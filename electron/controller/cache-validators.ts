import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { TableVersions } from '#storage/database/table-versions.ts';
import { tableVersionsOf } from '#storage/database/open-transactions.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import type { JobQueues } from './queue/job-queues.ts';
import type { PrinterRuntimes } from './runtime/printer-runtimes.ts';
import type { Readers } from './verification/readers.ts';
import type { PrintPermission } from './printing/print-permission.ts';

/** Change counters of the data that a response is built from. The response is current while none of them has changed. */
export type DataVersion = readonly number[];

/** Tells whether a response to one kind of request may be cached, and when it expires. See docs/caching.md. */
export interface CacheValidator<Answer = unknown> {
  /** The current version; undefined while no response may be cached. */
  version: () => DataVersion | undefined;
  /** Whether the version covers everything that this response was built from. */
  isCacheable: (answer: Answer) => boolean;
}

export interface CacheValidatorDeps {
  db: ControllerDatabase;
  runtimes: PrinterRuntimes;
  jobs: Pick<JobQueues, 'pendingEnds'>;
  permission: PrintPermission;
  disk: DiskGuard;
  readers: Pick<Readers, 'warnings'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const SECOND = 1_000;
const neverCached: CacheValidator = { version: () => undefined, isCacheable: () => false };

/**
 * Versions of frequently polled responses, cheaper to compute than the responses. Counting changes in this process is enough, because only
 * this process writes the tables concerned: a data folder has one controller, and the `keys` command writes nothing but keys.
 */
export class CacheValidators {
  readonly #deps: CacheValidatorDeps;
  readonly #tables: TableVersions | undefined;

  constructor(deps: CacheValidatorDeps) {
    this.#deps = deps;
    this.#tables = tableVersionsOf(deps.db);
  }

  /** For the list of all variables. */
  variables(): CacheValidator {
    const tables = this.#tables;
    return tables ? { version: () => [tables.changesOf('variables')], isCacheable: () => true } : neverCached;
  }

  /**
   * For the status of a printer: every table, the printer's engine, and the current second, because the dates of the next print depend on
   * it. Not cached while anything is wrong, since faults are not counted. Throws `not-found`.
   */
  status(printerName: string): CacheValidator<PrinterStatus> {
    const { runtimes, jobs, permission, disk, readers, now } = this.#deps;
    const tables = this.#tables;
    const runtime = runtimes.get(printerName);
    if (!tables) return neverCached;
    return {
      version: () => {
        if (
          (runtime.stopCause ?? runtime.fault ?? runtime.countFault ?? disk.fault) !== undefined ||
          runtime.missedTriggers > 0 ||
          readers.warnings(printerName).length > 0 ||
          !permission.isGranted() ||
          !permission.areDatesAllowed()
        ) {
          return undefined;
        }
        return [tables.allChanges, jobs.pendingEnds.changes, runtime.printer.changes, Math.floor(now() / SECOND)];
      },
      isCacheable: ({ errors, missedTriggers }) => errors.length === 0 && missedTriggers === undefined,
    };
  }
}
