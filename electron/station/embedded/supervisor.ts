import type { Clock } from '../clock.ts';
import type { ControllerLauncher, ControllerProcess } from './launcher.ts';

export interface SupervisorOptions {
  launcher: ControllerLauncher;
  clock: Clock;
  /** The controller listens here now. Told again after every start, since the port may differ. */
  onAddress: (url: string) => void;
  /** The controller is gone; the sentence says how, and that it is started again. Whether it is because its data folder is not at its place. */
  onGone: (reason: string, isFolderLost: boolean) => void;
  /** Its start takes a while; the sentence says why. */
  onSlowStart: (reason: string) => void;
}

/** One process, from its launch to its end. */
interface Run {
  readonly process: ControllerProcess;
  /** How much it said that it looks through before it listens. */
  bytes: number;
  isListening: boolean;
  /** It was ended because its start took too long. */
  isTooSlow: boolean;
  /** Where another controller listens that holds the data folder. */
  adopted: string | undefined;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;
/** After so long in good health the next crash is the first again. */
const HEALTHY_AFTER = 60_000;
const CRASHES_UNTIL_SAFE_MODE = 5;
const CRASH_WINDOW = 120_000;
/** A process that does not say within this time where it listens is ended. */
const START_LIMIT = 30_000;
/**
 * So much longer for each byte that it looks through first: 2 s for a megabyte, of which a good disk needs 0.1 s at most. It is generous, since a
 * look that is ended too early begins anew and never comes to its end.
 */
const START_LIMIT_OF_BYTE = 0.002;
/** A process that lives and does not answer for this long is ended. */
const SILENCE_LIMIT = 60_000;

const EXIT_ALREADY_RUNNING = 4;
const EXIT_FOLDER_LOST = 11;
/** Wrong flags, a folder that another controller holds, a taken port, a damaged database, a restore, a disk that can be written again, a data folder that is gone, a database of another version: starting with `--safe-mode` would not help. */
const EXITS_THAT_ARE_NO_CRASH: ReadonlySet<number | null> = new Set([2, EXIT_ALREADY_RUNNING, 5, 8, 9, 10, EXIT_FOLDER_LOST, 12]);
/** What an operator is told of an end that has a name. */
const NAMED_ENDS: ReadonlyMap<number | null, string> = new Map([
  [null, 'was ended by force or could not be started'],
  [EXIT_ALREADY_RUNNING, 'cannot have its data folder: another controller holds it and does not say where it listens (exit code 4)'],
  [5, 'cannot listen: another program has taken its port (exit code 5)'],
  [6, 'stopped printing because its disk failed to keep what was written (exit code 6)'],
  [7, 'stopped printing because another controller has taken over its database (exit code 7)'],
  [8, 'does not print because its database is damaged: put a backup in its place (exit code 8)'],
  [9, 'restores a backup (exit code 9)'],
  [10, 'starts again because its disk can be written again (exit code 10)'],
  [
    EXIT_FOLDER_LOST,
    'does not print because its data folder was moved, deleted or replaced: put the folder back, or mount its disk again (exit code 11)',
  ],
  [12, 'does not print because another version of Strobe made its database: install that version, or restore a backup (exit code 12)'],
]);
const STARTING = /^controller starting: (\d+) bytes to look through$/;
const LISTENING = /^controller (?:listening|already running) on (https?:\/\/\S+)$/;

/**
 * Keeps one controller running: starts it again with growing delays when it ends, starts it read only after five crashes within
 * two minutes or five starts in a row that failed, and adopts a controller that already holds the data folder. One whose data are gone is
 * started again until they are back, and never with new ones. Ends the process that it
 * started, never an adopted one.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #run: Run | undefined;
  #isStopping = false;
  #isSafeMode = false;
  #isAdopted = false;
  /** It has listened, and so it has data: where they are gone they are waited for. */
  #hasData = false;
  #delay = FIRST_DELAY;
  #crashes: number[] = [];
  #cancelRestart: (() => void) | undefined;
  #cancelStartLimit: (() => void) | undefined;
  #cancelHealthy: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Whether the controller is started read only from now on. */
  get isSafeMode(): boolean {
    return this.#isSafeMode;
  }

  /** Also after a stop: the crashes of before are forgotten then. */
  start(): void {
    this.#isStopping = false;
    this.#isSafeMode = false;
    this.#crashes = [];
    this.#delay = FIRST_DELAY;
    this.#launch();
  }

  /** The controller answers. */
  answered(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = undefined;
  }

  /**
   * The controller stopped answering: an adopted one is started anew, an own one gets a while to come back before it is ended. One that does
   * not listen yet has the limit of its start.
   */
  silent(): void {
    if (this.#isStopping) return;
    if (this.#isAdopted && !this.#run) return this.#restart();
    if (this.#run?.isListening) this.#cancelSilence ??= this.#options.clock.after(SILENCE_LIMIT, () => void this.#run?.process.stop());
  }

  /** Ends the process that this supervisor started, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelRestart?.();
    this.#cancelRestart = undefined;
    this.#cancelTimers();
    await this.#run?.process.stop();
  }

  #launch(): void {
    this.#isAdopted = false;
    const launched = this.#options.launcher.launch({ isSafeMode: this.#isSafeMode, isDataRequired: this.#hasData });
    const run: Run = { process: launched, bytes: 0, isListening: false, isTooSlow: false, adopted: undefined };
    this.#run = run;
    this.#cancelStartLimit = this.#options.clock.after(START_LIMIT, () => this.#stillStarts(run));
    launched.onLine((line) => this.#said(run, line));
    launched.onExit((code) => this.#ended(run, code));
  }

  #said(run: Run, line: string): void {
    run.bytes = Number(STARTING.exec(line)?.[1] ?? run.bytes);
    const url = LISTENING.exec(line)?.[1];
    if (url === undefined) return;
    if (line.startsWith('controller already')) run.adopted = url;
    else this.#listening(run, url);
  }

  /** While it looks through its data it says nothing: how long it may take is told by their size. */
  #stillStarts(run: Run): void {
    const longer = run.bytes * START_LIMIT_OF_BYTE;
    if (longer === 0) return this.#tooSlow(run);
    this.#cancelStartLimit = this.#options.clock.after(longer, () => this.#tooSlow(run));
    const minutes = Math.ceil((START_LIMIT + longer) / 60_000);
    const size = `${Math.ceil(run.bytes / 1_000_000)} MB`;
    this.#options.onSlowStart(`The controller is starting: it looks through ${size} of data first, which may take up to ${minutes} min.`);
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
    // Not after a start that failed, however long that took: nothing was well in between.
    if (isListening) this.#crashes = this.#crashes.filter((crash) => now - crash <= CRASH_WINDOW);
    if (!EXITS_THAT_ARE_NO_CRASH.has(code)) this.#crashes = [...this.#crashes, now].slice(-CRASHES_UNTIL_SAFE_MODE);
    if (this.#crashes.length >= CRASHES_UNTIL_SAFE_MODE) this.#isSafeMode = true;
    const how = isTooSlow ? 'took too long to start and was ended' : (NAMED_ENDS.get(code) ?? `ended with exit code ${code}`);
    this.#options.onGone(
      `The controller ${how}; it is started again${this.#isSafeMode ? ' in safe mode' : ''}.`,
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
    this.#cancelSilence?.();
    this.#cancelSilence = undefined;
  }
}
