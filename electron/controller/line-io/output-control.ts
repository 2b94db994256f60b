import type { TimerHandle, Timers } from '../platform/timers.ts';

/** The most changes that wait for their delay. */
const MAX_WAITING = 10_000;

export interface OutputControlOptions {
  isInverted: boolean;
  /** Milliseconds from a change of the condition to that of the output. */
  delay: number;
  /** Milliseconds that the output stays on at least. */
  minimum: number;
  timers: Timers;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Sets the terminal. */
  write: (isOn: boolean) => void;
}

interface Change {
  at: number;
  isOn: boolean;
}

/** One output: follows its condition with delay, minimum time and inversion, unless it is forced. */
export class OutputControl {
  readonly #options: OutputControlOptions;
  #condition = false;
  #waiting: Change[] = [];
  #isOn = false;
  /** Until when it stays on whatever the condition. */
  #onUntil = 0;
  #isOffDue = false;
  #forced: { isOn: boolean; until: number } | undefined;
  #timer: TimerHandle | undefined;
  #written: boolean | undefined;

  constructor(options: OutputControlOptions) {
    this.#options = options;
  }

  /** What the terminal is to have. */
  get terminal(): boolean {
    return (this.#forced?.isOn ?? this.#isOn) !== this.#options.isInverted;
  }

  /** Milliseconds until it follows its condition again; undefined while it does. */
  get forcedFor(): number | undefined {
    return this.#forced && Math.max(0, this.#forced.until - this.#options.now());
  }

  /** Sets the terminal for the first time. */
  start(): void {
    this.#update();
  }

  stop(): void {
    this.#clearTimer();
    this.#waiting = [];
  }

  /** The condition holds, or not. */
  follow(isOn: boolean): void {
    if (this.#condition === isOn) return;
    this.#condition = isOn;
    this.#add(isOn);
    this.#update();
  }

  /** Switches on once, after the delay, for the minimum time. Returns false when too many wait. */
  pulse(): boolean {
    if (this.#waiting.length >= MAX_WAITING) return false;
    this.#add(true);
    this.#add(false);
    this.#update();
    return true;
  }

  /** Sets the output, before inversion, for a time in milliseconds. */
  force(isOn: boolean, forMs: number): void {
    this.#forced = { isOn, until: this.#options.now() + forMs };
    this.#update();
  }

  /** Follows its condition again. */
  release(): void {
    this.#forced = undefined;
    this.#update();
  }

  #add(isOn: boolean): void {
    this.#waiting.push({ at: this.#options.now() + this.#options.delay, isOn });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Makes the changes that are due, sets the terminal, and waits for the next one. */
  #update(): void {
    const now = this.#options.now();
    for (let next = this.#waiting[0]; next !== undefined && next.at <= now; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#switch(next);
    }
    if (this.#isOffDue && this.#onUntil <= now) this.#isOn = this.#isOffDue = false;
    if (this.#forced !== undefined && this.#forced.until <= now) this.#forced = undefined;
    this.#write();
    this.#waitForNext(now);
  }

  #switch({ at, isOn }: Change): void {
    this.#isOffDue = !isOn;
    if (!isOn) return;
    this.#isOn = true;
    this.#onUntil = at + this.#options.minimum;
  }

  #write(): void {
    if (this.#written === this.terminal) return;
    this.#written = this.terminal;
    this.#options.write(this.terminal);
  }

  #waitForNext(now: number): void {
    this.#clearTimer();
    const times = [this.#waiting[0]?.at, this.#isOffDue ? this.#onUntil : undefined, this.#forced?.until];
    const next = Math.min(...times.filter((at) => at !== undefined));
    if (next !== Infinity) this.#timer = this.#options.timers.setTimeout(() => this.#update(), next - now);
  }

  #clearTimer(): void {
    if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
