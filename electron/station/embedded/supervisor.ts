import type { Clock } from '../platform/system-clock.ts';
import type { ControllerLauncher, ControllerProcess } from './launcher.ts';

export interface SupervisorOptions {
  launcher: ControllerLauncher;
  clock: Clock;
  /** SHA-256 of the station's own key at the controller; undefined when it has none. */
  keyHash?: (() => string | undefined) | undefined;
  /** The controller listens at this address. Called after every start, since the port may differ. */
  onAddress: (url: string) => void;
  /** The controller has ended and will be restarted; `reason` says why, `isFolderLost` that its data folder is missing. */
  onExit: (reason: string, isFolderLost: boolean) => void;
  /** The start takes long; `reason` says why. */
  onSlowStart: (reason: string) => void;
}

/** One process, from its launch to its end. */
interface Run {
  readonly process: ControllerProcess;
  /** Size of the data that the controller checks before it listens, as it reported. */
  bytes: number;
  isListening: boolean;
  /** Stopped because the start took too long. */
  isTooSlow: boolean;
  /** Address of another controller process that has locked the data folder. */
  adopted: string | undefined;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;
/** The restart delay is reset after the controller has listened for so many milliseconds. */
const HEALTHY_AFTER = 60_000;
const CRASHES_UNTIL_SAFE_MODE = 5;
const CRASH_WINDOW = 120_000;
/** Longest time between launch and listening, in milliseconds, without the check of the data. */
const START_LIMIT = 30_000;
/**
 * Additional milliseconds for each byte of data that is checked first: 2 s for a megabyte, for which a good disk needs 0.1 s at most. Generous,
 * since a check that is interrupted starts again and would never complete.
 */
const START_LIMIT_PER_BYTE = 0.002;
/** A process that does not answer for so many milliseconds is restarted. */
const UNRESPONSIVE_LIMIT = 60_000;

const EXIT_ALREADY_RUNNING = 4;
const EXIT_FOLDER_LOST = 11;
const EXIT_NOT_RUNNING = 13;
/**
 * Exit codes that do not count towards safe mode, which would not help: wrong flags, a locked folder, a port in use, a damaged database, a restore,
 * a disk that became writable again, a missing data folder, a database of another version, a service of the system that does not run.
 */
const EXITS_THAT_ARE_NO_CRASH: ReadonlySet<number | null> = new Set([
  2,
  EXIT_ALREADY_RUNNING,
  5,
  8,
  9,
  10,
  EXIT_FOLDER_LOST,
  12,
  EXIT_NOT_RUNNING,
]);
/** How the controller ended, by exit code (`docs/reference/exit-codes.md`). */
const EXIT_TEXTS: ReadonlyMap<number | null, string> = new Map([
  [null, 'was killed or could not be started'],
  [EXIT_ALREADY_RUNNING, 'cannot use its data folder: another controller has locked it and does not report its address (exit code 4)'],
  [5, 'cannot listen: another program uses its port (exit code 5)'],
  [6, 'stopped printing because its disk lost data that had been written (exit code 6)'],
  [7, 'stopped printing because another controller has taken over its database (exit code 7)'],
  [8, 'does not print because its database is damaged: restore a backup (exit code 8)'],
  [9, 'is restoring a backup (exit code 9)'],
  [10, 'restarts because its disk is writable again (exit code 10)'],
  [
    EXIT_FOLDER_LOST,
    'does not print because its data folder was moved, deleted or replaced: put the folder back, or mount its disk again (exit code 11)',
  ],
  [EXIT_NOT_RUNNING, 'does not run: the system has not started its service (exit code 13)'],
  [12, 'does not print because another version of Strobe created its database: install that version, or restore a backup (exit code 12)'],
]);
const STARTING = /^controller starting: (\d+) bytes to look through$/;
const LISTENING = /^controller (?:listening|already running) on (https?:\/\/\S+)$/;

/**
 * Keeps the embedded controller running. Restarts it with growing delays; starts it in safe mode (read-only) after five crashes within two
 * minutes or five failed starts in a row. Adopts a controller process that has already locked the data folder. A controller whose data are
 * missing is restarted until they are back, never with an empty database. Stops only the process that it started, never an adopted one.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #run: Run | undefined;
  #isStopping = false;
  #isSafeMode = false;
  #isAdopted = false;
  /** The controller has listened once, so its data exist: see `isDataRequired`. */
  #hasData = false;
  #delay = FIRST_DELAY;
  #crashes: number[] = [];
  #cancelRestart: (() => void) | undefined;
  #cancelStartLimit: (() => void) | undefined;
  #cancelHealthy: (() => void) | undefined;
  #cancelUnresponsive: (() => void) | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Whether the controller runs, or will be restarted, in safe mode. */
  get isSafeMode(): boolean {
    return this.#isSafeMode;
  }

  /** Also restarts a stopped supervisor, without the crashes of before. */
  start(): void {
    this.#isStopping = false;
    this.#isSafeMode = false;
    this.#crashes = [];
    this.#delay = FIRST_DELAY;
    this.#launch();
  }

  /** The controller answers. */
  responded(): void {
    this.#cancelUnresponsive?.();
    this.#cancelUnresponsive = undefined;
  }

  /**
   * The controller does not answer. An adopted process has ended and is replaced; an own one is stopped after a minute. One that does not listen
   * yet is subject to the start limit instead.
   */
  didNotRespond(): void {
    if (this.#isStopping) return;
    if (this.#isAdopted && !this.#run) return this.#restart();
    if (!this.#run?.isListening) return;
    this.#cancelUnresponsive ??= this.#options.clock.after(UNRESPONSIVE_LIMIT, () => void this.#run?.process.stop());
  }

  /** Stops the process that this supervisor started, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelRestart?.();
    this.#cancelRestart = undefined;
    this.#cancelTimers();
    await this.#run?.process.stop();
  }

  #launch(): void {
    this.#isAdopted = false;
    const { launcher, keyHash } = this.#options;
    const launched = launcher.launch({ isSafeMode: this.#isSafeMode, isDataRequired: this.#hasData, keyHash: keyHash?.() });
    const run: Run = { process: launched, bytes: 0, isListening: false, isTooSlow: false, adopted: undefined };
    this.#run = run;
    this.#cancelStartLimit = this.#options.clock.after(START_LIMIT, () => this.#extendStart(run));
    launched.onLine((line) => this.#readLine(run, line));
    launched.onExit((code) => this.#ended(run, code));
  }

  #readLine(run: Run, line: string): void {
    run.bytes = Number(STARTING.exec(line)?.[1] ?? run.bytes);
    const url = LISTENING.exec(line)?.[1];
    if (url === undefined) return;
    if (line.startsWith('controller already')) run.adopted = url;
    else this.#listening(run, url);
  }

  /** Gives a controller that checks its data more time, in proportion to their size. */
  #extendStart(run: Run): void {
    const extension = run.bytes * START_LIMIT_PER_BYTE;
    if (extension === 0) return this.#tooSlow(run);
    this.#cancelStartLimit = this.#options.clock.after(extension, () => this.#tooSlow(run));
    const minutes = Math.ceil((START_LIMIT + extension) / 60_000);
    const size = `${Math.ceil(run.bytes / 1_000_000)} MB`;
    this.#options.onSlowStart(`The controller is starting: it checks ${size} of data first, which may take up to ${minutes} min.`);
  }

  #tooSlow(run: Run): void {
    run.isTooSlow = true;
    void run.process.stop();
  }

  #ended(run: Run, code: number | null): void {
    this.#run = undefined;
    this.#cancelTimers();
    if (this.#isStopping) return;
    if (code === EXIT_ALREADY_RUNNING && run.adopted !== undefined) this.#adopt(run.adopted);
    else this.#crashed(run, code);
  }

  #listening(run: Run, url: string): void {
    run.isListening = this.#hasData = true;
    this.#cancelStartLimit?.();
    this.#cancelHealthy = this.#options.clock.after(HEALTHY_AFTER, () => (this.#delay = FIRST_DELAY));
    this.#options.onAddress(url);
  }

  #adopt(url: string): void {
    this.#isAdopted = this.#hasData = true;
    this.#cancelHealthy = this.#options.clock.after(HEALTHY_AFTER, () => (this.#delay = FIRST_DELAY));
    this.#options.onAddress(url);
  }

  #crashed({ isListening, isTooSlow }: Run, code: number | null): void {
    const now = this.#options.clock.elapsed();
    // Failed starts in a row all count, however long each took: the controller was never healthy between them.
    if (isListening) this.#crashes = this.#crashes.filter((crash) => now - crash <= CRASH_WINDOW);
    if (!EXITS_THAT_ARE_NO_CRASH.has(code)) this.#crashes = [...this.#crashes, now].slice(-CRASHES_UNTIL_SAFE_MODE);
    if (this.#crashes.length >= CRASHES_UNTIL_SAFE_MODE) this.#isSafeMode = true;
    const how = isTooSlow ? 'took too long to start and was stopped' : (EXIT_TEXTS.get(code) ?? `ended with exit code ${code}`);
    this.#options.onExit(
      `The controller ${how}; it is being restarted${this.#isSafeMode ? ' in safe mode' : ''}.`,
      code === EXIT_FOLDER_LOST,
    );
    this.#restart();
  }

  #restart(): void {
    if (this.#cancelRestart) return;
    this.#cancelRestart = this.#options.clock.after(this.#delay, () => {
      this.#cancelRestart = undefined;
      this.#launch();
    });
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  #cancelTimers(): void {
    this.#cancelStartLimit?.();
    this.#cancelHealthy?.();
    this.responded();
  }
}
