import type { Clock } from '../clock.ts';
import type { ControllerLauncher, ControllerProcess } from './launcher.ts';

export interface SupervisorOptions {
  launcher: ControllerLauncher;
  clock: Clock;
  /** The controller listens here now. Told again after every start, since the port may differ. */
  onAddress: (url: string) => void;
  /** The controller is gone; the sentence says how, and that it is started again. */
  onGone: (reason: string) => void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;
/** After so long in good health the next crash is the first again. */
const HEALTHY_AFTER = 60_000;
const CRASHES_UNTIL_SAFE_MODE = 5;
const CRASH_WINDOW = 120_000;
/** A process that does not say within this time where it listens is ended. */
const START_LIMIT = 30_000;
/** A process that lives and does not answer for this long is ended. */
const SILENCE_LIMIT = 60_000;

const EXIT_ALREADY_RUNNING = 4;
/** Wrong flags, a folder that another controller holds, a taken port, a damaged database, a restore, a disk that can be written again: starting with `--safe-mode` would not help. */
const EXITS_THAT_ARE_NO_CRASH: ReadonlySet<number | null> = new Set([2, EXIT_ALREADY_RUNNING, 5, 8, 9, 10]);
/** What an operator is told of an end that has a name. */
const NAMED_ENDS: ReadonlyMap<number | null, string> = new Map([
  [null, 'was ended by force or could not be started'],
  [6, 'stopped printing because its disk failed to keep what was written (exit code 6)'],
  [7, 'stopped printing because another controller has taken over its database (exit code 7)'],
  [8, 'does not print because its database is damaged: put a backup in its place (exit code 8)'],
  [9, 'restores a backup (exit code 9)'],
  [10, 'starts again because its disk can be written again (exit code 10)'],
]);
const LISTENING = /^controller (?:listening|already running) on (https?:\/\/\S+)$/;

/**
 * Keeps one controller running: starts it again with growing delays when it ends, starts it read only after five crashes within
 * two minutes, and adopts a controller that already holds the data folder. Ends the process that it started, never an adopted one.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #process: ControllerProcess | undefined;
  #isStopping = false;
  #isSafeMode = false;
  #isAdopted = false;
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

  /** The controller stopped answering: an adopted one is started anew, an own one gets a while to come back before it is ended. */
  silent(): void {
    if (this.#isStopping) return;
    if (this.#isAdopted && !this.#process) return this.#restart();
    this.#cancelSilence ??= this.#options.clock.after(SILENCE_LIMIT, () => void this.#process?.stop());
  }

  /** Ends the process that this supervisor started, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelRestart?.();
    this.#cancelRestart = undefined;
    this.#cancelTimers();
    await this.#process?.stop();
  }

  #launch(): void {
    this.#isAdopted = false;
    const launched = this.#options.launcher.launch({ isSafeMode: this.#isSafeMode });
    this.#process = launched;
    this.#cancelStartLimit = this.#options.clock.after(START_LIMIT, () => void launched.stop());
    let adopted: string | undefined;
    launched.onLine((line) => {
      const url = LISTENING.exec(line)?.[1];
      if (url === undefined) return;
      if (line.startsWith('controller already')) adopted = url;
      else this.#listening(url);
    });
    launched.onExit((code) => {
      this.#process = undefined;
      this.#cancelTimers();
      if (this.#isStopping) return;
      if (code === EXIT_ALREADY_RUNNING && adopted !== undefined) this.#adopt(adopted);
      else this.#crashed(code);
    });
  }

  #listening(url: string): void {
    this.#cancelStartLimit?.();
    this.#cancelHealthy = this.#options.clock.after(HEALTHY_AFTER, () => (this.#delay = FIRST_DELAY));
    this.#options.onAddress(url);
  }

  #adopt(url: string): void {
    this.#isAdopted = true;
    this.#cancelHealthy = this.#options.clock.after(HEALTHY_AFTER, () => (this.#delay = FIRST_DELAY));
    this.#options.onAddress(url);
  }

  #crashed(code: number | null): void {
    const now = this.#options.clock.elapsed();
    if (!EXITS_THAT_ARE_NO_CRASH.has(code)) this.#crashes = [...this.#crashes, now].filter((crash) => now - crash <= CRASH_WINDOW);
    if (this.#crashes.length >= CRASHES_UNTIL_SAFE_MODE) this.#isSafeMode = true;
    const how = NAMED_ENDS.get(code) ?? `ended with exit code ${code}`;
    this.#options.onGone(`The controller ${how}; it is started again${this.#isSafeMode ? ' in safe mode' : ''}.`);
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
