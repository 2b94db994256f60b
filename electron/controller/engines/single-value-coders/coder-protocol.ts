import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { InkLevel } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';

/** The state of a coder as it reports it. */
export interface CoderStatus {
  state: PrinterState;
  /** What keeps it from printing, a sentence each. */
  errors: string[];
  /** What a person has to see to before it stops printing, a sentence each. */
  warnings: string[];
  /** Its ink, as far as it says. */
  ink: InkLevel;
}

/** The coder understood the command and did not follow it: nothing has changed on it. */
export class CoderRefusalError extends Error {
  /** `message` is a sentence for the operator. */
  constructor(message: string) {
    super(message);
    this.name = 'CoderRefusalError';
  }
}

/**
 * What a coder can be asked and told, in the protocol of its kind. Everything rejects as `DeviceConnection.ask` does, and with a
 * `CoderRefusalError` when the coder refuses.
 */
export interface CoderProtocol {
  /** What the coder says about itself; undefined if it says nothing. */
  identify(): Promise<EngineIdentity | undefined>;
  status(): Promise<CoderStatus>;
  /** Its count of prints; undefined if it has none that can be read. */
  count(): Promise<number | undefined>;
  /** After this the coder begins no print of what it got before. A print that is begun is still finished. */
  clear(): Promise<void>;
  /** The message that is selected, or as much of its name as the coder tells. */
  selectedMessage(): Promise<string>;
  /** Whether what `selectedMessage` returned is this message. */
  isMessage(name: string, selected: string): boolean;
  select(name: string): Promise<void>;
  /** Brings values to the coder that it does not print yet. */
  prepare(fields: DeviceMessage['fields']): Promise<void>;
  /** From now on the coder prints the values on a product. Answered or refused within `limit` milliseconds. */
  release(fields: DeviceMessage['fields'], limit: number): Promise<void>;
  /** Tells the coder to print now, as its product detector would. Absent if it prints when it sees a product. */
  printGo?(): Promise<void>;
  /** Keeps the coder from printing the values again. Absent if it prints values once only. */
  withdraw?(): Promise<void>;
}
