import type { Conveyor, InkStatus, PrinterProperties } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { Planes, PlanesTarget } from '#rendering/print-planes.ts';

/** Everything of the specification's printer properties except `id`; models differ. */
export type EngineProperties = { [Key in keyof PrinterProperties as Key extends 'id' ? never : Key]: PrinterProperties[Key] };

/** Between the end of one print and the start of the next, or from start to start, in mm. */
export type AutoPrintDistance = { gap: number } | { interval: number };

/** What makes the mark. Implementations hold one device; the printers room owns them, starts and stops them. */
export interface PrintEngine {
  /** Model and geometry. */
  readonly properties: EngineProperties;
  /** What it prints with: dots per inch, and whether in colours. */
  readonly target: PlanesTarget;
  /** Prints that the device holds, the one being marked included: nobody gives it more than that unconfirmed. Left out when it does not say. */
  readonly depth?: number;
  /** Where device facts go. Set once, before `start`. */
  listen(listener: EngineListener): void;
  /** Connects and warms up; facts follow through the listener. */
  start(): Promise<void>;
  /** Lets go of the device. What it had accepted and not confirmed is unknown. */
  stop(): Promise<void>;
  condition(): EngineCondition;
  /** Hands over one print. Resolves once the device has accepted it; throws an `EngineError` when it certainly has not. */
  send(print: EnginePrint): Promise<void>;
  /** Drops what was accepted and is not marked yet. Resolves with the ids that certainly will not be marked, once nothing can print any more. */
  abort(): Promise<number[]>;
  /**
   * Marks that the device has made, by its own count, which nothing that the controller forgets can change. Undefined while it does not say.
   * What it got before its last `start` it does not mark any more.
   */
  count?(): number | undefined;
  /** What the device's own clock shows, in milliseconds since the epoch; undefined while it does not say. Nothing is printed by it. */
  clock?(): number | undefined;
  /**
   * Says `distancePassed` by itself each time that the material has moved on so far, and stops to do so without a distance. It begins
   * without one. Present on engines that move their material or measure its way.
   */
  autoPrint?(distance: AutoPrintDistance | undefined): void;
  /** Stops what brings the products, as an emergency signal to the line would. Present on engines that can. */
  stopLine?(): void;
  /** Present on engines with a simulated line in front of the head. */
  readonly conveyor?: EngineConveyor;
  /** Present on engines whose ink can be replaced by software. Throws an `EngineError` for an unknown supply. */
  refill?(supply: string): void;
}

export interface EnginePrint {
  /** The ledger's id. */
  id: number;
  /** The dots of every ink, as many as `target` says. */
  planes: Planes;
  /** Dots per inch of this picture, across and down. */
  hdpi: number;
  vdpi: number;
  /** How far the product still moves after its trigger before the print begins, in mm. */
  printDelay: number;
}

export interface EngineCondition {
  state: PrinterState;
  errors: string[];
  ink: InkStatus[];
}

export interface EngineConveyor {
  get(): Conveyor;
  set(conveyor: Conveyor): void;
}

/** Facts from the device. They go up and never answer. */
export interface EngineListener {
  /** A product passed the photocell. */
  triggered(): void;
  /** The distance of `autoPrint` has passed: the next print is due. */
  distancePassed(): void;
  /** The device confirmed the mark. `count` is its own count behind it, from an engine that has one. */
  printed(id: number, count?: number): void;
  /** The device says that this print was certainly not marked. */
  failed(id: number, reason: string): void;
  /**
   * State, errors, ink or conveyor changed. Comes with the very change, before anybody else is heard: what was read of them before holds until
   * this, or until what is said of a print.
   */
  conditionChanged(): void;
}

export type EngineRefusal = 'cannot-print' | 'buffer-full' | 'device-failed' | 'unknown-supply';

/** The device did not take what it was given; nothing was marked. */
export class EngineError extends Error {
  readonly refusal: EngineRefusal;

  constructor(refusal: EngineRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.refusal = refusal;
  }
}
