import type { Events } from '../events/events.ts';

/** Milliseconds after which all printers are read, whatever the events say: the level of an ink and the speed have none. */
const FULL_READ = 10_000;

/** Which printers are to be read again, by the events of the controller. */
export class ChangedPrinters {
  readonly #events: Pick<Events, 'find' | 'next' | 'subscribe'>;
  readonly #now: () => number;
  readonly #unsubscribe: () => void;
  #next: number;
  #fullRead = -Infinity;

  /** `onSettled` is called when prints were settled or something else happened, soon after. */
  constructor({ events, now, onEvent }: { events: Pick<Events, 'find' | 'next' | 'subscribe'>; now: () => number; onEvent: () => void }) {
    this.#events = events;
    this.#now = now;
    this.#next = events.next;
    this.#unsubscribe = events.subscribe(onEvent);
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** The printers of the events since the last call; undefined for all of them. */
  take(): ReadonlySet<string> | undefined {
    const { next } = this.#events;
    const changed = new Set<string>();
    let isAll = this.#now() - this.#fullRead >= FULL_READ;
    for (let number = this.#next; number < next; number++) {
      const event = this.#events.find(number)?.event;
      if (event && 'printer' in event && event.printer !== undefined) changed.add(event.printer);
      // An event that is no longer stored, or concerns the controller.
      else if (!event || !isAboutData(event.type)) isAll = true;
    }
    this.#next = next;
    if (!isAll) return changed;
    this.#fullRead = this.#now();
    return undefined;
  }
}

/** Events that come with every print, and change nothing that is sent. */
function isAboutData(type: string): boolean {
  return /^(counter|variable|table|label|line-input|signal-devices):/.test(type);
}
