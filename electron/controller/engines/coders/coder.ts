import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';

/** What a coder says about itself at one moment. */
export interface CoderReading {
  /** As the device says it. Errors make it ERROR, whatever it says here. */
  state: Extract<PrinterState, 'STARTED' | 'STANDBY' | 'STARTING'>;
  /** What keeps it from printing, a sentence each. */
  errors: string[];
  /** Its count of prints, read while `lastIndex` was the same. Undefined: it reports none. */
  count: number | undefined;
  /** The index of the value that it printed last. Undefined: it names no values. */
  lastIndex?: number | undefined;
  /** Whether the print of the oldest value may have begun. True if the device does not tell. */
  mayHaveBegun: boolean;
  /** How many values it holds. Undefined: it does not tell. */
  held?: number | undefined;
  /** The message that is selected. Undefined: it does not tell. */
  message?: string | undefined;
}

/** A value for the device to print. */
export interface CoderValue {
  /** Names the value on devices that can. */
  index: number;
  message: DeviceMessage;
}

/** What happened to the count while a value was loaded. */
export interface Loaded {
  /** The count before; undefined on a device that names its prints. */
  countBefore?: number | undefined;
  /** Something was printed in the meantime, and it is unknown whether it had this value. */
  isDoubtful: boolean;
}

/**
 * What a coder that holds a stored message can do over its open connection. All methods reject with a `ConnectionLostError`, a
 * `NoAnswerError` or a `NotSentError` when the connection ends meanwhile.
 */
export interface Coder {
  /**
   * Asks which device it is and prepares the connection. Changes nothing that is printed. Rejects with a `CoderFaultError` if this device
   * cannot be driven.
   */
  identify(): Promise<EngineIdentity | undefined>;
  /** `isHolding`: whether values were loaded that are not confirmed. */
  read(isHolding: boolean): Promise<CoderReading>;
  /** Removes every value that is not being printed. */
  clear(): Promise<void>;
  /** Throws an `EngineError` for a message that the device cannot take: a name, a field or a text. Asks nothing. */
  refuse(message: DeviceMessage): void;
  /** Selects the message and reads it back. Rejects with a `CoderFaultError` if the device does not have it as it should be. */
  select(message: DeviceMessage): Promise<void>;
  /**
   * Loads a value into the selected message. Rejects with a `CoderFaultError` when the device certainly does not have it; after any other
   * error it may have it.
   */
  load(value: CoderValue): Promise<Loaded>;
  /** Prints the loaded value without a product. Resolves when it is made. Absent on devices that print for their product detector only. */
  print?(): Promise<void>;
  /** The messages that it stores. Absent if it cannot list them. */
  list?(): Promise<HeldMessage[] | undefined>;
}

/** The device said no, or is not as it must be. The message is a sentence for the operator. */
export class CoderFaultError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CoderFaultError';
  }
}

/** The connection to a coder. */
export interface CoderLink {
  start(): void;
  stop(): void;
}

export interface CoderLinkEvents {
  onOpen: () => void;
  onClosed: (reason: string) => void;
  /** The device said without a question that something was printed. */
  onPrint: () => void;
}
