import type { Conveyor, InkStatus, PrinterProperties } from '#contract/api-v3/printer.ts';
import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity, Proof } from '#contract/api-v3/engine.ts';
import type { SimulatedFaultName, SimulatedFaultRequest, SimulatedFaults } from '#contract/api-v3/simulated-fault.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { Planes, PlanesTarget } from '#rendering/label/planes.ts';

/** Everything of the specification's printer properties except `id`; models differ. */
export type EngineProperties = { [Key in keyof PrinterProperties as Key extends 'id' ? never : Key]: PrinterProperties[Key] };

/** Between the end of one print and the start of the next, or from start to start, in mm. */
export type AutoPrintDistance = { gap: number } | { interval: number };

/** What an engine can promise about its device. */
export interface EngineTraits {
  /** How prints are proven on this device. May improve or worsen when the device answers for the first time. */
  readonly proof: Proof;
  /**
   * Whether `start` removes every print that the device got before, so that these are not made any more. If not, the engine reports their
   * fate itself, by `printed` and `failed`.
   */
  readonly clearsOnStart: boolean;
  /** What `count` counts: prints, or products that passed the photocell. Absent without a count. */
  readonly counts?: 'marks' | 'passes';
  /**
   * Whether a part of a print that an error or a power failure interrupts may be on the product, although the device does not count it.
   * Then the count proves that prints were made, but not that one was not.
   */
  readonly leavesPartialPrints?: boolean;
  /**
   * Whether the device starts each print itself, when its own photocell detects a product. The controller then sends the next print as soon as
   * the device takes it, without a trigger.
   */
  readonly preloads?: boolean;
}

/** A driver for one printer. The printers module owns, starts and stops engines. */
export interface PrintEngine {
  /** Model and geometry. */
  readonly properties: EngineProperties;
  /** Resolution in dots per inch, and whether it prints in colours. */
  readonly target: PlanesTarget;
  readonly traits: EngineTraits;
  /** The most unconfirmed prints that the device holds, including the one being printed. Undefined when it does not report that. */
  readonly depth?: number;
  /** Registers the listener. Called once, before `start`. */
  listen(listener: EngineListener): void;
  /** Connects and warms up; events follow through the listener. */
  start(): Promise<void>;
  /** Disconnects. Accepted and unconfirmed prints are unknown. */
  stop(): Promise<void>;
  condition(): EngineCondition;
  /** What the device that answers says about itself; undefined until it has answered. Present on engines whose devices say who they are. */
  identity?(): EngineIdentity | undefined;
  /** Sends one print. Resolves once the device has accepted it; throws an `EngineError` when it certainly has not. */
  send(print: EnginePrint): Promise<void>;
  /** Drops accepted prints that are not made yet. Resolves with the ids that certainly are not made, once nothing can print any more. */
  abort(): Promise<number[]>;
  /**
   * The device's own count of its prints, which is independent of the controller's data. Undefined while it does not report one.
   */
  count?(): number | undefined;
  /**
   * The device's own clock, in milliseconds since the epoch; undefined while it does not report one. It is only compared, never used for
   * prints.
   */
  clock?(): number | undefined;
  /**
   * Emits `distancePassed` each time the material has moved this distance; undefined stops it. Initially off. Present on engines that move
   * their material or measure its movement.
   */
  autoPrint?(distance: AutoPrintDistance | undefined): void;
  /** Stops the line, as an emergency signal would. Present on engines that can. */
  stopLine?(): void;
  /** Present on engines whose devices draw a stored message on board: each print then has a `message`. */
  readonly messages?: EngineMessages;
  /** Present on engines with a simulated conveyor. */
  readonly conveyor?: EngineConveyor;
  /** Present on engines whose ink can be replaced by software. A refill is not lost when the controller is killed. Throws an `EngineError` for an unknown supply. */
  refill?(supply: string): Promise<void>;
  /** Present on engines whose device simulates faults for training. */
  readonly faults?: EngineFaults;
}

/** The faults that a simulated device can have. A restart of the engine ends them. */
export interface EngineFaults {
  list(): SimulatedFaults;
  /** Throws an `EngineError` for an ink supply that the device does not have. */
  cause(request: SimulatedFaultRequest): void;
  /** Ends a fault, or does not let it happen. */
  clear(fault: SimulatedFaultName): void;
}

export interface EnginePrint {
  /** The ledger's id. */
  id: number;
  /** One bitmap per ink, as many as `target` has. */
  planes: Planes;
  /** Dots per inch of this picture, across and down. */
  hdpi: number;
  vdpi: number;
  /** Distance that the product moves between its trigger and the start of the print, in mm. */
  printDelay: number;
  /** For a device that draws on board: the message that it draws, and the values of its fields. The picture then is a preview only. */
  message?: DeviceMessage | undefined;
}

/** The messages that a device holds. */
export interface EngineMessages {
  /** All messages, with their fields where the device names them. Undefined if it cannot list them, or is not connected. Never rejects. */
  list(): Promise<HeldMessage[] | undefined>;
}

/** An ink supply, as its device reports it. */
export interface EngineInk extends Omit<InkStatus, 'errors' | 'warnings' | 'errorDetails' | 'warningDetails'> {
  errors: StatusError[];
  warnings: StatusError[];
}

/** State, errors and ink. Errors and warnings are those of the catalogue: `statusError`. */
export interface EngineCondition {
  state: PrinterState;
  errors: StatusError[];
  ink: EngineInk[];
}

export interface EngineConveyor {
  get(): Conveyor;
  set(conveyor: Conveyor): void;
}

/** Events of the device. */
export interface EngineListener {
  /** The photocell detected a product. */
  triggered(): void;
  /** The distance of `autoPrint` has passed: the next print is due. */
  distancePassed(): void;
  /** The device confirmed a print. `count` is its own count after it, if it has one. */
  printed(id: number, count?: number): void;
  /** The device reports that a print was certainly not made. */
  failed(id: number, reason: string): void;
  /** The device will not tell what became of a print: the controller has to find out by the count, or a person by looking. */
  unresolved(id: number, reason: string): void;
  /**
   * State, errors, ink, conveyor or identity changed. Emitted synchronously with the change: a condition that was read before is valid until then, or
   * until the next event about a print.
   */
  conditionChanged(): void;
}

export type EngineRefusal = 'cannot-print' | 'buffer-full' | 'device-failed' | 'unknown-supply';

/** The device refused a print; nothing was printed. */
export class EngineError extends Error {
  readonly refusal: EngineRefusal;

  constructor(refusal: EngineRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.refusal = refusal;
  }
}
