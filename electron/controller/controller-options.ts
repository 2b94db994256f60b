import type { FontFile } from '#rendering/text/fonts.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import type { HighWater } from '#storage/high-water.ts';
import type { DrawingPool } from './drawing/drawing-pool.ts';
import type { Log } from './engines/log.ts';
import type { Timers } from './engines/timers.ts';
import type { ReplacedError } from './ledger/ledger.ts';
import type { MakeEngine } from './printers/printers.ts';
import type { WatchedFolder } from './watched-folder.ts';

/** What a controller is put together from. */
export interface ControllerOptions {
  /** Where the virtual printers keep their marks. */
  dataFolder: string;
  /** Tells whether the data folder is still the one in which this controller works; left out where nobody watches it. */
  folder?: WatchedFolder | undefined;
  /** Opened and closed by the caller. */
  db: ControllerDatabase;
  /** Its file, and the folder of its backups. Left out for one in memory. */
  files?: { database: string; backups: string } | undefined;
  /** How far serials had come, whatever the database says. */
  highWater?: HighWater | undefined;
  /** Of the log that the last run wrote, all or a part is gone. */
  isLogLost?: boolean | undefined;
  /** Draws the labels. Started and stopped by the caller. */
  drawing: DrawingPool;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  /** Tops the printers up to this many; two on the first start when left out. */
  virtualPrinters?: number | undefined;
  /** A first start without samples. */
  isEmpty: boolean;
  /** Read only: no engine is started. */
  isSafeMode: boolean;
  version: string;
  /** Reads a text that differs between any two programs that may draw a label otherwise; the version when left out. */
  drawingVersion?: (() => Promise<string>) | undefined;
  /** The fonts that come with the program; read from its packages when left out. */
  bundledFonts?: readonly FontFile[] | undefined;
  /** Makes the printers' engines; the known kinds when left out. */
  makeEngine?: MakeEngine | undefined;
  /** Labels and tables of a first start. */
  samplesFolder: string;
  /** Milliseconds that only ever grow, for bounce times. */
  monotonicNow?: (() => number) | undefined;
  /** Milliseconds since the machine was switched on, its sleep included: what the clock is held against. */
  uptime?: (() => number) | undefined;
  timers?: Timers | undefined;
  log?: Log | undefined;
  /** Another controller has taken over the database: the process has to end before anything else of it prints. */
  onReplaced?: ((error: ReplacedError) => void) | undefined;
  /** A backup lies ready, which takes the place of the database with a new start: the process has to end in order. */
  onRestore?: (() => void) | undefined;
}
