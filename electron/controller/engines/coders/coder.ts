import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity, Proof } from '#contract/api-v3/engine.ts';
import type { InkLevel } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** Milliseconds in which a coder answers or refuses a value that it gets with one command. */
export const LOAD_LIMIT = 1_200;

/** What coders of one kind do in their own way. */
export interface CoderTraits {
  /** It names each value that it printed (`id`), reports each print without a question (`ack`), or counts its prints (`count`). */
  readonly proof: Exclude<Proof, 'none'>;
  /** The most values that it holds, the one being printed included. More than one only with the proof `id`. */
  readonly depth: number;
  /** Whether it says which device it is. */
  readonly identifies: boolean;
  /** Whether it prints its message for each product, also when it holds no value, and counts that. */
  readonly printsWithoutValues: boolean;
}

/** The state of a coder as it reports it. */
export interface CoderStatus {
  /** Errors make it ERROR, whatever it says here. */
  state: PrinterState;
  /** What keeps it from printing. */
  errors: StatusError[];
  /** What a person has to see to before it stops printing. */
  warnings?: StatusError[];
  /** Its ink. Absent: it does not tell. */
  ink?: InkLevel;
}

/** What a coder says about itself at one moment. */
export interface CoderReading extends CoderStatus {
  /** Its count of prints, read while `lastIndex` was the same. Undefined: it reports none. */
  count: number | undefined;
  /** The index of the value that it printed last, with the proof `id`. */
  lastIndex?: number;
  /** Whether the print of the oldest value has certainly not begun. */
  isWaiting?: boolean;
  /** How many values it holds. Undefined: it does not tell. */
  held?: number | undefined;
  /** The message that is selected. Undefined: it does not tell, or was not asked. */
  message?: string | undefined;
}

/** A value for the coder to print: the fields of a message. */
export interface CoderValue {
  /** Names the value on coders that can. */
  index: number;
  message: DeviceMessage;
}

/** What happened to the count while a value was loaded. */
export interface Loaded {
  /** The count just before, if it was read then. */
  countBefore?: number | undefined;
  /** Something was printed in the meantime, and it is unknown whether it had this value. */
  isDoubtful?: boolean;
}

/**
 * What a coder that draws a stored message on board can do over its open connection. Everything rejects with a `ConnectionLostError`, a
 * `NoAnswerError` or a `NotSentError` when the connection ends meanwhile, and with a `CoderFaultError` when the coder refuses.
 */
export interface Coder {
  readonly traits: CoderTraits;
  /** Asks which device it is and prepares the connection. Changes nothing that is printed. Refuses a device that cannot be driven. */
  identify(): Promise<EngineIdentity | undefined>;
  /** `isHolding`: whether it may hold values that are not confirmed. */
  read(isHolding: boolean): Promise<CoderReading>;
  /** Removes every value: after this it begins no print of one. A print that has begun is still finished. */
  clear(): Promise<void>;
  /** Why the coder cannot take such a message; undefined if it can. Asks nothing. */
  findMessageFault(message: DeviceMessage): string | undefined;
  /** Selects the message, and checks it as far as the coder lets it. Returns the message that is selected then; undefined: it does not tell. */
  select(message: DeviceMessage): Promise<string | undefined>;
  /** Whether the message that it has selected, as it says, is the one of this name. Absent: the names are equal then. */
  isMessage?(name: string, selected: string): boolean;
  /** Brings what is not printed yet, and reads the count if that proves prints. No product gets any of it. */
  prepare?(message: DeviceMessage): Promise<number | undefined>;
  /** From now on the coder prints the value. After any error but a refusal or a `NotSentError` it may have it. */
  load(value: CoderValue): Promise<Loaded>;
  /** Prints the loaded value without a product. Absent on coders that print for their product detector. */
  print?(): Promise<void>;
  /** Keeps the coder from printing a value again. Absent if it prints each value once only. */
  withdraw?(): Promise<void>;
  /** The messages that it stores. Absent if it cannot list them. */
  list?(): Promise<HeldMessage[] | undefined>;
}

/** The coder said no, or is not as it must be. The message is the English text of the fault. */
export class CoderFaultError extends Error {
  readonly fault: StatusError;

  constructor(fault: StatusError) {
    super(fault.text);
    this.name = 'CoderFaultError';
    this.fault = fault;
  }
}

/** The connection to a coder. */
export interface CoderLink {
  /** Where the coder is reached, for messages. */
  readonly address: string;
  start(): void;
  stop(): void;
}

export interface CoderLinkEvents {
  onOpen: () => void;
  onClosed: (reason: string) => void;
  /** The coder said without a question that something was printed. */
  onPrint: () => void;
}

/** A coder and its connection, which was not started. */
export interface ConnectedCoder {
  link: CoderLink;
  coder: Coder;
}
