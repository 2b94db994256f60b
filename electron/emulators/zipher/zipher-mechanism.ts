import type { FieldPrint } from '../device/print-log.ts';
import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

/** A value in the serialization buffer. */
export interface ZipherRecord {
  index: number;
  values: readonly string[];
}

/** A fault of the device, with the number and the text that it reports. */
export interface ZipherFault {
  number: number;
  text: string;
}

export interface ZipherMechanismOptions {
  timers: EmulatorTimers;
  /** Milliseconds for one print; a print is not finished while it is infinite. */
  printTime: number;
  /** Whether products pass its detector. If not, it prints on command only. */
  hasProducts: boolean;
  onPrint: (print: FieldPrint) => void;
  /** A notification: a print begins (`PRS`) or is complete (`PRC`). */
  onNote: (note: 'PRS' | 'PRC') => void;
}

interface PrintCommand {
  done: (isMade: boolean) => void;
}

/** Bytes of the serialization buffer. */
const BUFFER = 65_536;

/** Head, serialization buffer and counts of a Videojet device. */
export class ZipherMechanism {
  /** Prints in the life of the device, and of the present batch. */
  total = 0;
  batch = 0;
  /** 0 shut down, 1 starting, 2 shutting down, 3 running, 4 offline. */
  overall = 3;
  printTime: number;
  job = '';
  /** The fields that records give values to. */
  header: readonly string[] = [];
  lastIndex = 0;
  /** The index of the record that came last. */
  newestIndex = 0;
  readonly faults: ZipherFault[] = [];
  readonly #options: ZipherMechanismOptions;
  #records: ZipherRecord[] = [];
  #commands: PrintCommand[] = [];
  #current: { record: ZipherRecord; command: PrintCommand | undefined } | undefined;
  #work: object | number | undefined;
  #isHeld = false;

  constructor(options: ZipherMechanismOptions) {
    this.#options = options;
    this.printTime = options.printTime;
  }

  get recordCount(): number {
    return this.#records.length;
  }

  /** Bytes that are free in the serialization buffer. */
  get free(): number {
    return BUFFER - this.#records.reduce((sum, { values }) => sum + values.join('|').length + 1, 0);
  }

  /** The index that is printed next; 0 for none. */
  get nextIndex(): number {
    return this.#records[0]?.index ?? 0;
  }

  add(record: ZipherRecord): void {
    this.newestIndex = record.index;
    this.#records.push(record);
    this.#next();
  }

  /** Empties the buffer. The print under the head is still finished. */
  clear(): void {
    this.#records = [];
  }

  /** Prints once without a product. `done` tells whether it was made. */
  print(done: PrintCommand['done']): void {
    if (this.overall !== 3 || this.faults.length > 0 || (this.#records.length === 0 && !this.#current)) done(false);
    else {
      this.#commands.push({ done });
      this.#next();
    }
  }

  set(fault: ZipherFault, isOn: boolean): void {
    const at = this.faults.findIndex(({ number }) => number === fault.number);
    if (at >= 0) this.faults.splice(at, 1);
    if (isOn) {
      this.faults.push(fault);
      this.#interrupt();
    }
    this.#next();
  }

  setOverall(state: number): void {
    this.overall = state;
    this.#next();
  }

  /** While it is held no product comes, and nothing is begun. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#next();
  }

  /** The power fails: what was held is lost, and the print under the head stays as it is. Job, counts and last index remain. */
  powerOff(): void {
    this.clear();
    this.#interrupt();
    this.#commands = [];
    this.header = [];
  }

  /** A person prints at the panel. */
  printTests(prints: number): void {
    for (let print = 0; print < prints; print++) {
      this.#count();
      this.#options.onPrint({ kind: 'test', message: this.job, fields: {} });
    }
  }

  /** Finishes the print under the head now. */
  finish(): void {
    const current = this.#endWork();
    if (!current) return;
    const { record, command } = current;
    this.#count();
    this.lastIndex = record.index;
    this.#options.onPrint(this.#printOf('label', record));
    this.#options.onNote('PRC');
    command?.done(true);
    this.#next();
  }

  #next(): void {
    if (this.#isHeld || this.#current || this.overall !== 3 || this.faults.length > 0) return;
    if (!this.#options.hasProducts && this.#commands.length === 0) return;
    const record = this.#records.shift();
    const command = this.#commands.shift();
    if (!record) {
      command?.done(false);
      return;
    }
    this.#current = { record, command };
    this.#options.onNote('PRS');
    if (this.printTime !== Infinity) this.#work = this.#options.timers.setTimeout(() => this.finish(), this.printTime);
  }

  /** The print under the head is spoilt, and is not made again. */
  #interrupt(): void {
    const current = this.#endWork();
    if (!current) return;
    this.#options.onPrint(this.#printOf('partial', current.record));
    current.command?.done(false);
  }

  #endWork(): { record: ZipherRecord; command: PrintCommand | undefined } | undefined {
    if (this.#work !== undefined) this.#options.timers.clearTimeout(this.#work);
    const current = this.#current;
    this.#work = this.#current = undefined;
    return current;
  }

  #count(): void {
    this.total++;
    this.batch++;
  }

  #printOf(kind: FieldPrint['kind'], { values }: ZipherRecord): FieldPrint {
    return { kind, message: this.job, fields: Object.fromEntries(this.header.map((field, at) => [field, values[at] ?? ''])) };
  }
}
