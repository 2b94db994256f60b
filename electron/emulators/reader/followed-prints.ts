import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

/** Between two questions, in milliseconds. */
const INTERVAL = 100;
/** Prints of one question; older ones have passed the reader already. */
const MOST = 20;

export interface FollowedPrintsOptions {
  /** The address of a controller, such as `http://127.0.0.1:8080`. */
  address: string;
  timers: EmulatorTimers;
  /** Called with the code of each print that is made from now on. */
  onCode: (code: string) => void;
  /** Called when the controller cannot be asked. */
  onFault: (reason: string) => void;
}

interface AnsweredPrint {
  id: number;
  state: string;
  code?: string;
}

/** Asks a controller for its newest prints, so that an emulated reader sees what was printed. */
export class FollowedPrints {
  readonly #options: FollowedPrintsOptions;
  #last: number | undefined;
  #next: object | number | undefined;
  #isStopped = false;
  #fault: string | undefined;

  constructor(options: FollowedPrintsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ask()
      .catch((error: unknown) => this.#report(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        if (!this.#isStopped) this.#next = this.#options.timers.setTimeout(() => this.start(), INTERVAL);
      });
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
  }

  async #ask(): Promise<void> {
    const { prints } = (await this.#read(`prints?limit=${MOST}`)) as { prints: AnsweredPrint[] };
    this.#fault = undefined;
    const newest = prints[0]?.id ?? 0;
    const last = this.#last ?? newest;
    const fresh = prints.filter(({ id }) => id > last).reverse();
    for (const { id, state } of fresh) {
      // The products after it wait until it is printed.
      if (state === 'reserved' || state === 'sent') return;
      if (state !== 'void') await this.#show(id);
      this.#last = id;
    }
    this.#last ??= newest;
  }

  async #show(id: number): Promise<void> {
    const { code } = (await this.#read(`prints/${id}`)) as AnsweredPrint;
    if (code !== undefined && !this.#isStopped) this.#options.onCode(code);
  }

  async #read(path: string): Promise<unknown> {
    const response = await fetch(new URL(`/api/v3/${path}`, this.#options.address));
    if (!response.ok) throw new Error(`the controller answered ${response.status}`);
    return response.json();
  }

  /** Once for each fault. */
  #report(reason: string): void {
    if (reason === this.#fault) return;
    this.#fault = reason;
    this.#options.onFault(reason);
  }
}
