import type { PowerSaveBlocker } from 'electron';

type Blocker = Pick<PowerSaveBlocker, 'start' | 'stop'>;

/** Keeps the computer awake while a job is selected on a printer, and the display of a kiosk always. */
export class SleepBlocker {
  readonly #blocker: Blocker;
  #display: number | undefined;
  #job: number | undefined;

  constructor(blocker: Blocker) {
    this.#blocker = blocker;
  }

  /** Whether a job is selected on any printer. */
  setJob(hasJob: boolean): void {
    if (hasJob) this.#job ??= this.#blocker.start('prevent-app-suspension');
    else this.#job = this.#end(this.#job);
  }

  /** Whether the window is a kiosk, whose display must stay on. */
  setKiosk(isKiosk: boolean): void {
    if (isKiosk) this.#display ??= this.#blocker.start('prevent-display-sleep');
    else this.#display = this.#end(this.#display);
  }

  stop(): void {
    this.setJob(false);
    this.setKiosk(false);
  }

  #end(id: number | undefined): undefined {
    if (id !== undefined) this.#blocker.stop(id);
  }
}
