import type { Health, Readiness } from '#contract/api-v3/health.ts';
import type { FontName } from '#rendering/text/font-library.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { truncateWal } from '#storage/database/disk-space.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { WalCheckpointer } from './disk/wal-checkpointer.ts';
import { silentLog } from '#process/log.ts';
import { processTimers } from './platform/timers.ts';
import { Events } from './events/events.ts';
import { importSamples } from './first-start.ts';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { Fonts } from './fonts/fonts.ts';
import type { DiskGuard } from './disk/disk-guard.ts';
import { type DiskRefusal } from './disk/disk-guard.ts';
import { readinessOf } from './readiness.ts';
import { composeModules } from './compose-modules.ts';

export type { CacheValidator, DataVersion } from './cache-validators.ts';
export type { CommandClock, CommandExpiry } from './platform/command-clock.ts';

const FIRST_START_DONE = 'firstStart';

/** The modules that servers and programs use. */
export type ControllerModules = ReturnType<typeof composeModules>['modules'];

/** The controller: its modules, and the operations that concern several of them. */
export type Controller = ControllerOperations & Readonly<ControllerModules>;

/** Loads fonts and printers and composes the modules; nothing runs before `start`. */
export async function createController(options: ControllerOptions): Promise<Controller> {
  const { db, now, virtualPrinters, log = silentLog, timers = processTimers } = options;
  const events = new Events({ now, log });
  const { publish } = events;
  const fonts = await Fonts.open({ db, now, publish, bundled: options.bundledFonts ?? (await readBundledFonts()) });
  const composed = composeModules(options, { events, publish, fonts, log, timers, virtualPrinters });
  const { modules } = composed;
  await modules.printers.load();
  return Object.assign(new ControllerOperations(options, composed), modules);
}

/** The operations of a controller that concern several modules: start, stop, health and readiness. */
class ControllerOperations {
  readonly isSafeMode: boolean;
  readonly #options: ControllerOptions;
  readonly #modules: ControllerModules;
  readonly #disk: DiskGuard;
  readonly #walCheckpointer: WalCheckpointer;
  #startedAt: string | undefined;

  constructor(options: ControllerOptions, { modules, disk, walCheckpointer }: ReturnType<typeof composeModules>) {
    this.isSafeMode = options.isSafeMode;
    this.#options = options;
    this.#modules = modules;
    this.#disk = disk;
    this.#walCheckpointer = walCheckpointer;
  }

  /** Imports the samples at a first start, settles what the last run left open, and starts the printers. */
  async start(): Promise<void> {
    this.#startedAt = new Date(this.#options.now()).toISOString();
    await this.keep(() => truncateWal(this.#options.db));
    await this.#modules.settings.loadAccess();
    await this.#modules.tables.start((drop) => this.keep(drop));
    // Creates the settings that every station reads now, since a full disk would prevent it later.
    await this.keep(() => this.#modules.settings.controllerId());
    await this.keep(() => this.#modules.settings.storeTimeZone());
    await this.#modules.clock.start();
    await this.keep(() => this.#firstStart());
    await this.keep(() => this.#modules.recovery.start());
    await this.#modules.printBlocks.start();
    await this.#modules.library.start();
    await this.#modules.printing.start();
    await this.#modules.guardedLines.start();
    this.#modules.downtime.start();
    await this.#modules.readers.start();
    await this.keep(() => this.#modules.recovery.markStarted());
    await this.#modules.printers.start();
    this.#modules.printerChanges.start();
    await this.#modules.signalDevices.start();
    this.#modules.orderFollower.start();
    await this.#modules.orderFolders.start();
    this.#modules.prints.start();
    this.#modules.retention.start();
    await this.keep(() => this.#modules.backups.start());
    this.#modules.metrics.start();
    this.#walCheckpointer.start();
    this.#modules.unusable.start();
    await this.#modules.eventRecorder.start();
    await this.#modules.webhooks.start();
    await this.#modules.emails.start();
    await this.#modules.sparkplug.start();
    await this.#modules.plant.start();
  }

  /** What need not be done before the first requests are answered. Call it once after `start`. */
  startBackgroundWork(): void {
    this.#modules.unusable.checkAll();
    this.#modules.labelAcceptance.start();
  }

  /** Refuses triggers, and aborts backups, whose clients get a response while the servers close. */
  stopAccepting(): void {
    this.#modules.printing.stopAccepting();
    this.#modules.backups.end();
  }

  /** Gives prints in progress a moment to finish, and stops the printers. The caller closes the database. */
  async stop(): Promise<void> {
    this.stopAccepting();
    this.#modules.metrics.stop();
    await this.#modules.unusable.stop();
    await this.#modules.plant.stop();
    await this.#modules.sparkplug.stop();
    await this.#modules.webhooks.stop();
    await this.#modules.emails.stop();
    await this.#modules.eventRecorder.stop();
    await this.#modules.clock.stop();
    await this.#modules.orderFolders.stop();
    await this.#modules.orderFollower.stop();
    await this.#modules.preflights.stop();
    await this.#modules.labelAcceptance.stop();
    await this.#modules.printerChanges.stop();
    await this.#modules.signalDevices.stop();
    await this.#modules.downtime.stop();
    await this.#modules.guardedLines.stop();
    await this.#modules.printing.stop();
    await this.#modules.printers.stop();
    await this.#modules.readers.stop();
    await this.#modules.verificationRecords.idle();
    await this.#modules.backups.stop();
    this.#modules.retention.stop();
    await this.#modules.prints.stop();
    await this.#modules.recovery.stop();
    await this.#walCheckpointer.stop();
  }

  /** Call it when a write to the database failed because the disk is full. */
  diskIsFull(): void {
    this.#disk.reportFailure();
  }

  /** Call it when the controller cannot write for another reason. */
  cannotWrite(refusal: DiskRefusal): void {
    this.#disk.reportFailure(refusal);
  }

  /** Makes a write that must not be lost. On a full disk it is made later, and this resolves at once. */
  async keep(write: () => Promise<unknown>): Promise<void> {
    await this.#disk.waitFor(this.#disk.runWhenWritable(write));
  }

  /** Checks the condition and makes the change in one transaction. */
  async change<Result>(condition: WriteCondition | undefined, make: (trx: ControllerTransaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#options.db, async (trx) => {
      await condition?.(trx);
      return make(trx);
    });
  }

  async health(): Promise<Health> {
    const { named } = this.#modules.unusable.list();
    return {
      status: this.isSafeMode ? 'safe-mode' : 'ok',
      id: await this.#modules.settings.controllerId(),
      version: this.#options.version,
      timeZone: await this.#modules.settings.timeZone(),
      clock: this.#modules.clock.state(),
      ...(this.#modules.recovery.isUnconfirmed && { isRestored: true }),
      ...(this.#walCheckpointer.isStuck && { isLogStuck: true }),
      ...(this.#options.drawing.fault !== undefined && { isDrawingDown: true }),
      ...(named.length > 0 && { unusable: named }),
      ...(this.#startedAt !== undefined && { startedAt: this.#startedAt }),
      pid: process.pid,
    };
  }

  /** Draws a line of text in a font. Throws `not-found`, and `cannot-render` naming a character that the font lacks. */
  async fontSample(name: FontName, text?: string) {
    return this.#options.drawing.sample(this.#modules.fonts.set, this.#modules.fonts.find(name), text);
  }

  /** Whether the controller can print, and why not. */
  async readiness(): Promise<Readiness> {
    const { clock, recovery, printing, unusable, plant, counters } = this.#modules;
    const ofDisk = { disk: this.#disk, walCheckpointer: this.#walCheckpointer };
    const dated = clock.state() === 'stepped' ? await printing.datedJobs() : { selected: 0, stopped: 0 };
    // A database that cannot be read is another finding.
    const listed = await counters.list().catch(() => []);
    const blockedCounters = listed.filter(({ blockedAt }) => blockedAt !== undefined).map(({ name }) => name);
    return readinessOf({ ...this.#options, ...ofDisk, clock, recovery, printing, unusable, plant, blockedCounters, dated });
  }

  /** Imports the samples once per database. A first start that was killed is repeated; safe mode imports nothing. */
  async #firstStart(): Promise<void> {
    const { isEmpty, samplesFolder } = this.#options;
    if (this.isSafeMode || (await this.#modules.settings.get(FIRST_START_DONE)) !== undefined) return;
    if (!isEmpty) await importSamples(this.#modules, samplesFolder);
    await this.#modules.settings.put(FIRST_START_DONE, 'done');
  }
}
