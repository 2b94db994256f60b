import type { ArchivePage, ArchiveQuery, ArchivedPrintDetail } from '#contract/plant/archive-search.ts';
import type { ArchiveSummary } from '#contract/plant/archive-summary.ts';
import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { Holdings } from '#contract/plant/library.ts';
import type { BatchAnswer } from '#contract/plant/plant-controller.ts';
import type { PlantReadiness } from '#contract/plant/plant-health.ts';
import { LabelDrawer } from '#drawing/label-drawer.ts';
import { searchArchive } from './archive/archive-search.ts';
import { setRetention, summarizeArchive } from './archive/archive-summary.ts';
import type { ArchivedDrawing } from './archive/archived-drawing.ts';
import { archivedPicture } from './archive/archived-picture.ts';
import { getStoredPrint, toArchivedDetail, type PrintPlace } from './archive/archived-print-detail.ts';
import { ingestPrints } from './archive/ingest-prints.ts';
import { storeDocument } from './archive/label-documents.ts';
import { removeOldMonths } from './archive/retention.ts';
import { PlantControllers } from './controllers/plant-controllers.ts';
import { databaseFault } from './database/database-fault.ts';
import type { PlantConnections } from './database/plant-connections.ts';
import type { ControllerRowRun, RowLeaseRequest, RowRelease, RowReport } from '#contract/plant/row-run.ts';
import type { LeaseRequest, SerialLease, UnusedSerials } from '#contract/plant/serial-lease.ts';
import { PlantKeys } from './keys/plant-keys.ts';
import { PlantSessions } from './keys/plant-sessions.ts';
import { Library, type NewVersion, type VersionPlace } from './library/library.ts';
import { storeHoldings } from './library/line-holdings.ts';
import { versionPicture } from './library/version-picture.ts';
import { WantedItemLists } from './library/wanted-items.ts';
import { PlantCounters } from './serials/plant-counters.ts';
import { RowRuns } from './serials/row-runs.ts';

const DRAWING_THREAD = new URL('./archive/archive-drawing-worker.ts', import.meta.url);
const HOUR = 3_600_000;

export interface PlantLog {
  info: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

export interface PlantOptions {
  connections: PlantConnections;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: PlantLog;
}

/** A counter or a run of the plant, and the controller that uses it. */
interface LeasePlace {
  controller: string;
  name: string;
}

/** The archive of many controllers. It keeps nothing in memory that another instance would need. */
export class Plant {
  readonly controllers: PlantControllers;
  readonly counters: PlantCounters;
  readonly keys: PlantKeys;
  readonly library: Library;
  readonly wantedItems: WantedItemLists;
  readonly rowRuns: RowRuns;
  readonly sessions: PlantSessions;
  readonly #options: PlantOptions;
  readonly #drawer: LabelDrawer<ArchivedDrawing>;
  #hourly: NodeJS.Timeout | undefined;

  constructor(options: PlantOptions) {
    const { connections, now, log } = options;
    const parts = { db: connections.db, now };
    this.#options = options;
    this.controllers = new PlantControllers(parts);
    this.counters = new PlantCounters(connections);
    this.keys = new PlantKeys(parts);
    this.library = new Library({ connections, now });
    this.wantedItems = new WantedItemLists({ db: connections.db, log });
    this.rowRuns = new RowRuns(connections);
    this.sessions = new PlantSessions({ ...parts, keys: this.keys });
    this.#drawer = new LabelDrawer({
      clock: { after: (milliseconds, act) => cancelable(setTimeout(act, milliseconds)) },
      report: (error) => log.error({ err: error }, 'a drawing thread ended'),
      entry: DRAWING_THREAD,
    });
  }

  /** Which database it uses. */
  get database(): PlantConnections['kind'] {
    return this.#options.connections.kind;
  }

  /** Removes old months now and every hour. */
  start(): void {
    this.#hourly = setInterval(() => void this.#removeOld(), HOUR);
    this.#hourly.unref();
    void this.#removeOld();
  }

  async stop(): Promise<void> {
    clearInterval(this.#hourly);
    this.wantedItems.stop();
    await this.#drawer.stop();
  }

  /** Stores prints of a controller, all or none, and names the label documents that are missing. Throws `invalid-input`. */
  async ingest(controller: string, csv: Buffer): Promise<BatchAnswer> {
    return ingestPrints(this.#options.connections, await this.controllers.numberOf(controller), csv);
  }

  /** Throws `invalid-input` if the document has another hash. */
  storeDocument(hash: string, document: Buffer): Promise<void> {
    return storeDocument(this.#options.connections.db, hash, document);
  }

  /** Throws `invalid-input`. */
  search(query: ArchiveQuery): Promise<ArchivePage> {
    return searchArchive(this.#options.connections.db, query);
  }

  /** Throws `not-found`. */
  async print(place: PrintPlace): Promise<ArchivedPrintDetail> {
    return toArchivedDetail(await getStoredPrint(this.#options.connections.db, place));
  }

  /** The PNG of a print. Throws `not-found` and `cannot-render`. */
  async picture(place: PrintPlace): Promise<Uint8Array> {
    return archivedPicture(await getStoredPrint(this.#options.connections.db, place), this.#drawer);
  }

  /** Gives a controller a block of numbers of a counter. Throws `not-found` and `serials-used-up`. */
  async lease({ controller, name }: LeasePlace, request: LeaseRequest): Promise<SerialLease> {
    return this.counters.lease(name, await this.controllers.numberOf(controller), request);
  }

  /** Records numbers that a controller will never use. Throws `not-found`. */
  async reportUnused({ controller, name }: LeasePlace, serials: UnusedSerials): Promise<void> {
    return this.counters.reportUnused(name, await this.controllers.numberOf(controller), serials);
  }

  /** Gives a controller a block of rows of a run. Throws `row-run-differs`. */
  async leaseRows({ controller, name }: LeasePlace, request: RowLeaseRequest): Promise<ControllerRowRun> {
    return this.rowRuns.lease(name, await this.controllers.numberOf(controller), request);
  }

  /** What a controller has of a run. Throws `not-found`. */
  async controllerRows({ controller, name }: LeasePlace): Promise<ControllerRowRun> {
    return this.rowRuns.get(name, await this.controllers.numberOf(controller));
  }

  /** Records what became of rows that a controller has. Throws `not-found`. */
  async reportRows({ controller, name }: LeasePlace, report: RowReport): Promise<ControllerRowRun> {
    return this.rowRuns.report(name, await this.controllers.numberOf(controller), report);
  }

  /** Gives the rows of a controller to others. Returns how many. Throws `not-found`. */
  async releaseRows(name: string, { controller, ...release }: RowRelease & { key: string }): Promise<number> {
    return this.rowRuns.release(name, { ...release, controller: await this.controllers.findNumber(controller) });
  }

  /** Stores what a controller has of the items that it shall have. */
  async storeHoldings(controller: string, holdings: Holdings): Promise<void> {
    await storeHoldings(this.#options.connections, await this.controllers.numberOf(controller), holdings);
  }

  /** Saves a version of an item that comes from a line. Returns its number. Throws as `Library.save`. */
  async saveFromLine(controller: string, place: LibraryItemPlace, { by, ...version }: NewVersion): Promise<number> {
    const line = await this.controllers.nameOf(controller);
    return this.library.save(place, { ...version, by: by === '' ? line : `${by} (${line})` });
  }

  /** The PNG of a version of a label. Throws `not-found` and `cannot-render`. */
  libraryPicture(place: VersionPlace): Promise<Uint8Array> {
    return versionPicture(place, { library: this.library, drawer: this.#drawer });
  }

  summary(): Promise<ArchiveSummary> {
    return summarizeArchive(this.#options.connections.db);
  }

  /** Sets after how many months prints are deleted, and deletes those that are older already. */
  async setRetention(months: number | null): Promise<void> {
    await setRetention(this.#options.connections.db, months);
    await this.#removeOld();
  }

  /** Whether the database takes prints now, and if not, why. Never rejects. */
  async readiness(): Promise<PlantReadiness> {
    try {
      await this.#options.connections.transaction(async (session) => {
        await session.query('SELECT version FROM schema_version');
        await session.query('SELECT 1 FROM controllers LIMIT 1 FOR UPDATE');
      });
      return { status: 'ready', warnings: [] };
    } catch (error) {
      const { code, text } = databaseFault(error) ?? { code: 'failed', text: error instanceof Error ? error.message : String(error) };
      return { status: 'not-ready', warnings: [{ code: `database-${code}`, text }] };
    }
  }

  async #removeOld(): Promise<void> {
    const { connections, now, log } = this.#options;
    try {
      const removed = await removeOldMonths(connections, now());
      if (removed.length > 0) log.info({ removed }, 'old prints were deleted');
    } catch (error) {
      log.error({ err: error }, 'old prints could not be deleted; it is tried again in an hour');
    }
  }
}

function cancelable(timer: NodeJS.Timeout): () => void {
  return () => clearTimeout(timer);
}
