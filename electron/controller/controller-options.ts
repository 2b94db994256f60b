import type { FontFile } from '#rendering/text/font-library.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { HighWater } from '#storage/high-water.ts';
import type { DrawingPool } from './drawing/drawing-pool.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from './platform/timers.ts';
import type { ReplacedError } from './ledger/ledger.ts';
import type { MakeEngine } from './printers/printers.ts';
import type { WatchedFolder } from './platform/watched-folder.ts';

/** What `createController` needs. */
export interface ControllerOptions {
  /** Where the virtual printers store their prints. */
  dataFolder: string;
  /** Checks that the data folder has not been moved or replaced; absent where nothing watches it. */
  folder?: WatchedFolder | undefined;
  /** Opened and closed by the caller. */
  db: ControllerDatabase;
  /** The file of the database and the folder of its backups; absent for a database in memory. */
  files?: { database: string; backups: string } | undefined;
  /** The highest counter values and print numbers ever used, stored outside the database. */
  highWater?: HighWater | undefined;
  /** Whether the write-ahead log of the last run is missing or incomplete. */
  isWalLost?: boolean | undefined;
  /** Renders the labels. Started and stopped by the caller. */
  drawing: DrawingPool;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  /** How many virtual printers there are at least; by default two are created at the first start. */
  virtualPrinters?: number | undefined;
  /** Whether a first start imports no samples. */
  isEmpty: boolean;
  /** Safe mode only reads and starts no engine. */
  isSafeMode: boolean;
  version: string;
  /** Reads a text that differs between any two program versions that may draw a label differently. Default: the version. */
  drawingVersion?: (() => Promise<string>) | undefined;
  /** The fonts that come with the program. Default: those of its packages. */
  bundledFonts?: readonly FontFile[] | undefined;
  /** The folders in which the computer keeps its fonts. Default: those of its operating system. */
  fontFolders?: readonly string[] | undefined;
  /** Creates the printers' engines. Default: all built-in kinds. */
  makeEngine?: MakeEngine | undefined;
  /** IP address of the network interface on which printers are searched for. Default: all interfaces. */
  searchInterface?: string | undefined;
  /** The folder of the samples that a first start imports. */
  samplesFolder: string;
  /** A monotonic clock in milliseconds, for bounce times. */
  monotonicNow?: (() => number) | undefined;
  /** Monotonic milliseconds that include sleep: by this clock commands expire. */
  elapsed?: (() => number) | undefined;
  /** Milliseconds since the machine was switched on, sleep included: the wall clock is compared with it. */
  uptime?: (() => number) | undefined;
  timers?: Timers | undefined;
  log?: Log | undefined;
  /** Called when another controller has taken over the database. The process must end before it prints anything else. */
  onReplaced?: ((error: ReplacedError) => void) | undefined;
  /** Called when a backup is ready to replace the database at the next start. The process must stop in order. */
  onRestore?: (() => void) | undefined;
}
