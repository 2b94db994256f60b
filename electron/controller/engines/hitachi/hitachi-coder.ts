import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { CoderFaultError, type Coder, type CoderReading, type Loaded } from '../coders/coder.ts';
import { ConnectionLostError, NotSentError } from '../connection/connection-errors.ts';
import { ModbusException } from '../connection/modbus/modbus-client.ts';
import { TaskQueue } from '../../platform/task-queue.ts';
import type { Timers } from '../../platform/timers.ts';
import type { HitachiPrinter } from './hitachi-printer.ts';
import { isChanging, isOffLine, stateOf } from './hitachi-status.ts';
import { findMessageFault } from './hitachi-text.ts';
import { blanks, layoutOf, placeValues, type ItemLayout, type PlacedText } from './item-layout.ts';
import type { LayoutFile } from './layout-file.ts';

/** How often it is asked whether the message has been changed, and the pause in milliseconds. */
const CHANGE_LOOKS = 40;
const CHANGE_PAUSE = 50;

export interface HitachiCoderOptions {
  printer: HitachiPrinter;
  layoutFile: LayoutFile;
  timers: Timers;
}

/**
 * A Hitachi coder. It has one message in its memory and prints it for each product, again and again: so a value is removed as soon as it is
 * printed.
 */
export class HitachiCoder implements Coder {
  readonly traits = { proof: 'count', depth: 1, identifies: true, printsWithoutValues: true } as const;
  readonly findMessageFault = findMessageFault;
  readonly #options: HitachiCoderOptions;
  /** Changes of the message, one after the other. */
  readonly #changes = new TaskQueue();
  /** The items that may hold a value; undefined: not known yet. */
  #layout: ItemLayout | undefined;
  /** Whether the message was selected over this connection. */
  #isSelected = false;
  #isBlank = false;
  /** The values of the next print, in their items. */
  #prepared: PlacedText[] = [];
  #mayGoOnLine = false;

  constructor(options: HitachiCoderOptions) {
    this.#options = options;
  }

  identify(): Promise<EngineIdentity> {
    this.#isBlank = this.#isSelected = false;
    this.#mayGoOnLine = true;
    return faultsOf(() => this.#options.printer.identity());
  }

  async read(): Promise<CoderReading> {
    const { printer } = this.#options;
    const state = stateOf(await printer.status(), { isBlank: this.#isBlank });
    return { ...state, count: await printer.count() };
  }

  /** Blanks the items that may hold a value. A message of another layout holds none of ours. */
  clear(): Promise<void> {
    return this.#change(async () => {
      const { printer, layoutFile } = this.#options;
      await this.#goOnLine();
      const layout = (this.#layout ??= readLayout(layoutFile));
      if (!layout) return;
      if (!this.#isSelected && !isSame(await printer.itemLengths(), layout.lengths)) return;
      await this.#write(blanks(layout));
      this.#isBlank = true;
    });
  }

  /** Recalls the message and blanks its items, which are read back. The coder does not tell later which message it has. */
  select(message: DeviceMessage): Promise<undefined> {
    return this.#change(async () => {
      const { printer, layoutFile } = this.#options;
      await printer.recall(Number(message.message));
      await this.#changed();
      const layout = layoutOf(message, await printer.itemLengths());
      await layoutFile.write(layout);
      this.#layout = layout;
      this.#isSelected = true;
      await this.#write(blanks(layout));
      for (const { place, text } of blanks(layout)) {
        const found = await printer.read(place, text.length);
        if (found !== text) {
          throw new CoderFaultError(statusError('device-message-not-blank', { found, message: message.message }));
        }
      }
      this.#isBlank = true;
      return undefined;
    });
  }

  async prepare(message: DeviceMessage): Promise<undefined> {
    if (!this.#layout) throw new CoderFaultError(statusError('device-message-not-selected'));
    this.#prepared = placeValues(message, this.#layout);
  }

  load(): Promise<Loaded> {
    const { printer } = this.#options;
    return this.#changes.run(async () => {
      await faultsOf(() => certainly(() => printer.begin()));
      this.#isBlank = false;
      const countBefore = await this.#writeValue(this.#prepared);
      return { countBefore, isDoubtful: (await printer.count()) !== countBefore };
    });
  }

  /** A refusal of the first text is certain: nothing was written. Returns the count just before the value applied. */
  async #writeValue([first, ...others]: PlacedText[]): Promise<number> {
    const { printer } = this.#options;
    try {
      if (first) await printer.write(first.place, first.text);
    } catch (error) {
      if (!(error instanceof ModbusException)) throw uncertain(error);
      await printer.end().catch((reason: unknown) => {
        throw uncertain(reason);
      });
      throw new CoderFaultError(statusError('coder-value-refused-modbus', exceptionOf(error)));
    }
    try {
      for (const { place, text } of others) await printer.write(place, text);
      const count = await printer.count();
      await printer.end();
      return count;
    } catch (error) {
      throw uncertain(error);
    }
  }

  /** It would print the value again. */
  withdraw(): Promise<void> {
    return this.clear();
  }

  async #write(texts: readonly PlacedText[]): Promise<void> {
    const { printer } = this.#options;
    await printer.begin();
    for (const { place, text } of texts) await printer.write(place, text);
    await printer.end();
  }

  /** Only once for a connection: later a person may have set it off line at the panel. */
  async #goOnLine(): Promise<void> {
    const { printer } = this.#options;
    if (!this.#mayGoOnLine) return;
    if (isOffLine(await printer.status())) await printer.goOnLine();
    this.#mayGoOnLine = false;
  }

  /** Resolves when the device has changed its message. */
  async #changed(): Promise<void> {
    const { printer, timers } = this.#options;
    for (let looks = 1; isChanging(await printer.status()); looks++) {
      if (looks === CHANGE_LOOKS) throw new CoderFaultError(statusError('device-message-not-changed'));
      await new Promise<void>((resolve) => void timers.setTimeout(resolve, CHANGE_PAUSE));
    }
  }

  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(() => faultsOf(work));
  }
}

/** Throws a `CoderFaultError` if the file is damaged: the coder may hold a value. */
function readLayout(file: LayoutFile): ItemLayout | undefined {
  try {
    return file.read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoderFaultError(statusError('coder-content-unknown', { reason, file: file.path }));
  }
}

/** A refusal as a fault of the device. */
async function faultsOf<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModbusException) throw new CoderFaultError(statusError('coder-refused-modbus', exceptionOf(error)));
    throw error;
  }
}

function exceptionOf({ address, code, meaning }: ModbusException): { address: string; exception: number; reason: string } {
  return { address, exception: code, reason: meaning };
}

/** No value is written by this work: whatever ends it, the device does not have the value. */
async function certainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModbusException || error instanceof NotSentError) throw error;
    throw new CoderFaultError(statusError('coder-value-not-written', { reason: error instanceof Error ? error.message : String(error) }));
  }
}

/** The value may be in the device. */
function uncertain(error: unknown): unknown {
  return error instanceof NotSentError ? new ConnectionLostError('the value was written only in part') : error;
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((value, at) => value === others[at]);
}
