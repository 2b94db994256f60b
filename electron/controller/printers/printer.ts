import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { Conveyor, PrinterProperties } from '#contract/api-v3/printer.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { orientPlanes } from '#rendering/label/planes.ts';
import type { EngineInk, EnginePrint, PrintEngine } from '../engines/engine.ts';
import { FrameLog } from '../engines/frame-log.ts';
import type { Log } from '#process/log.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { canFollow } from './printer-states.ts';

/** The current condition of a printer. */
export interface PrinterCondition {
  state: PrinterState;
  errors: StatusError[];
  ink: EngineInk[];
  conveyor: Conveyor | undefined;
}

/** Events about prints and products from a printer's engine. */
export interface PrinterListener {
  /** The engine was started. Earlier prints that it still reports were left open by the controller. */
  started(): void;
  /** The device reports its own count for the first time since its start, or again. */
  countKnown(): void;
  triggered(): void;
  distancePassed(): void;
  printed(id: number, count?: number): void;
  failed(id: number, reason: string): void;
  unresolved(id: number, reason: string): void;
  /** The printer can print, and could not before. */
  ready(): void;
}

/** An engine, and the configuration that it was made from; undefined if that cannot be understood. */
export interface ConfiguredEngine {
  engine: PrintEngine;
  configuration?: PrinterConfiguration | undefined;
}

export interface PrinterOptions extends ConfiguredEngine {
  name: string;
  isEnabled?: boolean;
  log: Log;
  publish?: Publish | undefined;
  frames?: FrameLog;
  /** Called when a device has answered, and when it says something new about itself. */
  onDevice?: (printer: string, found: EngineIdentity) => void;
}

const DISABLED = statusError('disabled');

/** A printer: its engine, and its state as the allowed state changes permit. */
export class Printer {
  /** What was sent to its device and received from it. */
  readonly frames: FrameLog;
  readonly #log: Log;
  readonly #publish: Publish;
  readonly #onDevice: PrinterOptions['onDevice'];
  #name: string;
  #configured: ConfiguredEngine;
  #isEnabled: boolean;
  #state: PrinterState = 'STOPPED';
  /** Why the engine was not started. */
  #stopReason: StatusError | undefined;
  #listener: PrinterListener | undefined;
  /** The engine was started, and its device does not report its count now. */
  #isCountAwaited = false;
  #isStarted = false;
  #changes = 0;
  /** The condition of the last event, without the state, as JSON. */
  #published = '';
  /** What the device has said about itself, as JSON. */
  #device = '';

  constructor({ name, engine, configuration, ...options }: PrinterOptions) {
    const { isEnabled = true, log, publish = noPublish, frames = new FrameLog(() => 0), onDevice } = options;
    this.#name = name;
    this.frames = frames;
    this.#onDevice = onDevice;
    this.#configured = { engine, configuration };
    this.#isEnabled = isEnabled;
    this.#log = log;
    this.#publish = publish;
  }

  get name(): string {
    return this.#name;
  }

  /** Prints, counts and settings that are stored under the old name have been moved. */
  rename(name: string): void {
    this.#name = name;
    this.#changes += 1;
  }

  get engine(): PrintEngine {
    return this.#configured.engine;
  }

  get properties(): PrinterProperties {
    return {
      id: this.name,
      ...this.engine.properties,
      ...(this.engine.messages && { shape: 'fields' }),
      ...(this.engine.traits.preloads && { startsPrints: true }),
      ...(!this.#isEnabled && { enabled: false }),
    };
  }

  /** Undefined if the stored configuration cannot be understood. */
  get configuration(): PrinterConfiguration | undefined {
    return this.#configured.configuration;
  }

  get isEnabled(): boolean {
    return this.#isEnabled;
  }

  /** Registers the listener. Called once, before `start`. */
  listen(listener: PrinterListener): void {
    this.#listener = listener;
  }

  /** Starts the engine. If it fails, the printer stays STOPPED and reports why; other printers are not affected. */
  async start(): Promise<void> {
    if (!this.#isEnabled) return this.keepStopped(DISABLED);
    const { engine } = this;
    this.#listenTo(engine);
    try {
      await engine.start();
      this.#stopReason = undefined;
      this.#listener?.started();
      this.#isCountAwaited = engine.count !== undefined && engine.count() === undefined;
      this.#isStarted = true;
    } catch (error) {
      this.#stopReason = statusError('not-started', { reason: error instanceof Error ? error.message : String(error) });
      this.#log.error(`${this.name} could not be started`, error);
    }
    this.#follow();
  }

  async stop(): Promise<void> {
    this.#isStarted = this.#isCountAwaited = false;
    await this.engine.stop();
    this.#follow();
  }

  /** Stops the engine and continues with another one, which is started unless the printer is disabled. */
  async replace(configured: ConfiguredEngine): Promise<void> {
    await this.stop();
    this.#configured = configured;
    this.#device = '';
    this.#state = 'STOPPED';
    this.#changes += 1;
    await this.start();
  }

  /** Starts or stops the engine. */
  async setEnabled(isEnabled: boolean): Promise<void> {
    if (this.#isEnabled === isEnabled) return;
    this.#isEnabled = isEnabled;
    if (isEnabled) return this.start();
    await this.stop();
    this.keepStopped(DISABLED);
  }

  /** Sends a print as the device is mounted: rotated, mirrored, and at its distance from the product detector. Resolves and throws as the engine does. */
  async send(print: EnginePrint): Promise<void> {
    const { rotation = 'NONE', mirrored = false, printDelay = 0 } = this.configuration ?? {};
    const isTurned = rotation === 'CW90' || rotation === 'CCW90';
    const planes = orientPlanes(print.planes, { rotation, mirrored });
    const { hdpi, vdpi } = print;
    const resolution = isTurned ? { hdpi: vdpi, vdpi: hdpi } : { hdpi, vdpi };
    return this.engine.send({ ...print, ...resolution, planes, printDelay: print.printDelay + printDelay });
  }

  /** Leaves the printer STOPPED with this reason. */
  keepStopped(reason: StatusError): void {
    this.#stopReason = reason;
    this.#changes += 1;
    this.#publishCondition();
  }

  /** What others say about the printer in its status has changed. */
  statusChanged(): void {
    this.#changes += 1;
    this.#publish({ type: 'printer:condition', printer: this.name });
  }

  /**
   * Number of changes of the condition: a condition that was read is valid until it changes. Engines report from their first start on; in
   * safe mode they are not started and take no operations.
   */
  get changes(): number {
    return this.#changes;
  }

  condition(): PrinterCondition {
    const { errors, ink } = this.engine.condition();
    const all = this.#stopReason === undefined ? errors : [this.#stopReason, ...errors];
    return { state: this.#state, errors: all, ink, conveyor: this.engine.conveyor?.get() };
  }

  /** Printing is possible in HEATING and STARTED only. */
  canPrint(): boolean {
    return PRINTING_STATES.has(this.#state);
  }

  /** An engine that was replaced reports nothing any more. */
  #listenTo(engine: PrintEngine): void {
    const listener = () => (this.engine === engine ? this.#listener : undefined);
    engine.listen({
      triggered: () => listener()?.triggered(),
      distancePassed: () => listener()?.distancePassed(),
      printed: (id, count) => {
        this.#changes += 1;
        listener()?.printed(id, count);
      },
      failed: (id, reason) => {
        this.#changes += 1;
        listener()?.failed(id, reason);
      },
      unresolved: (id, reason) => {
        this.#changes += 1;
        listener()?.unresolved(id, reason);
      },
      conditionChanged: () => {
        if (this.engine === engine) this.#follow();
      },
    });
  }

  #noteDevice(): void {
    const found = this.engine.identity?.();
    const device = JSON.stringify(found ?? null);
    if (!found || device === this.#device) return;
    this.#device = device;
    this.#onDevice?.(this.name, found);
  }

  /** Each time that the count is known again, it may settle what is unknown. */
  #awaitCount(): void {
    const { count } = this.engine;
    if (!count || !this.#isStarted) return;
    const isKnown = count.call(this.engine) !== undefined;
    if (isKnown && this.#isCountAwaited) this.#listener?.countKnown();
    this.#isCountAwaited = !isKnown;
  }

  #follow(): void {
    this.#changes += 1;
    this.#awaitCount();
    this.#noteDevice();
    this.#publishCondition();
    const { state } = this.engine.condition();
    if (!canFollow(this.#state, state)) {
      this.#log.warn(`${this.name}: its engine says ${state}, which cannot follow ${this.#state}; ignored`);
      return;
    }
    if (state === this.#state) return;
    this.#log.info(`${this.name}: ${this.#state} -> ${state}`);
    const couldPrint = this.canPrint();
    this.#state = state;
    if (!couldPrint && this.canPrint()) this.#listener?.ready();
    this.#publish({ type: 'printer:state', printer: this.name, state });
  }

  #publishCondition(): void {
    const { errors, ink, conveyor } = this.condition();
    const condition = JSON.stringify([errors, ink, conveyor]);
    if (condition === this.#published) return;
    this.#published = condition;
    this.#publish({ type: 'printer:condition', printer: this.name });
  }
}
