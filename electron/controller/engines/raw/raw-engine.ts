import type { Proof } from '#contract/api-v3/engine.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { withinLimit } from '../../platform/time-limit.ts';
import type { TimerHandle } from '../../platform/timers.ts';
import { configuredProperties, singleInkTarget } from '../configured-properties.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { headWidth, refuseTooWide } from '../head-width.ts';
import {
  EngineError,
  type EngineCondition,
  type EnginePrint,
  type EngineProperties,
  type PrintEngine,
  type EngineListener,
} from '../engine.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { acknowledgementOf, encoderOf } from './raw-config.ts';
import { openLink, type RawAddress, type RawLink } from './raw-link.ts';
import type { EncodePrint } from './raw-template.ts';

export const RAW_TYPE = 'Raw device';
const CONNECT_LIMIT = 4_000;
const WRITE_LIMIT = 4_000;
/** Milliseconds from the end of a connection to the next one. */
const RECONNECT = 1_000;

/** Sends each picture to a device that says nothing but, perhaps, that a print is made. */
export class RawEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly traits: { readonly proof: Proof; readonly clearsOnStart: boolean };
  /** Acknowledgements carry no number: with two open prints, one that is lost would confirm the wrong print. */
  readonly depth?: number;
  readonly #address: RawAddress;
  readonly #encode: EncodePrint;
  /** The width of the head, in mm. */
  readonly #width: number;
  readonly #acknowledgements: Acknowledgements | undefined;
  readonly #deps: EngineDeps;
  #listener: EngineListener | undefined;
  /** One period between `start` and `stop`, or between two connections. */
  #run: AbortController | undefined;
  #link: RawLink | undefined;
  #reconnect: TimerHandle | undefined;
  /** Prints that are sent and not acknowledged, oldest first. */
  #waiting: number[] = [];
  #condition: EngineCondition = { state: 'STOPPED', errors: [], ink: [] };

  constructor(configuration: ConfigurationWith<'raw'>, deps: EngineDeps) {
    const { engine } = configuration;
    const pattern = acknowledgementOf(engine);
    this.properties = configuredProperties(configuration, RAW_TYPE);
    this.target = singleInkTarget(configuration);
    this.traits = { proof: pattern ? 'ack' : 'none', clearsOnStart: false };
    if (pattern) this.depth = 1;
    this.#address = engine;
    this.#encode = encoderOf(engine);
    this.#width = headWidth(configuration);
    this.#acknowledgements = pattern && new Acknowledgements(pattern);
    this.#deps = deps;
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  condition(): EngineCondition {
    return this.#condition;
  }

  async start(): Promise<void> {
    if (this.#condition.state !== 'STOPPED') return;
    this.#enter('INITIALIZING');
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#disconnect();
    this.#waiting = [];
    this.#enter('STOPPED');
  }

  async send(print: EnginePrint): Promise<void> {
    const link = this.#link;
    if (!link) throw new EngineError('cannot-print', this.#condition.errors[0]?.text ?? 'The device is not connected.');
    if (this.#waiting.length > 0) throw new EngineError('buffer-full', 'The device has not acknowledged the print before.');
    refuseTooWide(print, this.#width);
    const bytes = this.#encode(print);
    if (bytes.length > link.maxSize) {
      throw new EngineError('cannot-print', `The picture takes ${bytes.length} bytes; a packet of UDP holds ${link.maxSize}.`);
    }
    this.#deps.frames.add('sent', bytes);
    this.#acknowledgements?.clear();
    if (this.#acknowledgements) this.#waiting.push(print.id);
    await this.#write(link, bytes);
  }

  /** A device that takes pictures only cannot be told to drop one. */
  async abort(): Promise<number[]> {
    if (this.#waiting.length === 0) return [];
    // A late acknowledgement must not confirm the next print: it is lost with the connection.
    this.#waiting = [];
    this.#lose('the connection was closed to abort');
    throw new Error('the device cannot be told to drop a print, and may still make it');
  }

  async #write(link: RawLink, bytes: Uint8Array): Promise<void> {
    try {
      await withinLimit(link.send(bytes), WRITE_LIMIT, this.#deps.timers);
    } catch (error) {
      // The caller gets to know it by the error.
      this.#waiting = [];
      if (this.#link === link) this.#lose(messageOf(error));
      throw error;
    }
  }

  /** Connects, and tries again until that succeeds. Never rejects. */
  async #connect(): Promise<void> {
    const run = (this.#run = new AbortController());
    const { timers, frames } = this.#deps;
    const isCurrent = (): boolean => this.#run === run;
    const events = {
      onData: (bytes: Uint8Array) => {
        if (!isCurrent()) return;
        frames.add('received', bytes);
        this.#receive(bytes);
      },
      onEnd: (reason: string) => {
        if (isCurrent()) this.#lose(reason);
      },
    };
    const limit = timers.setTimeout(() => run.abort(), CONNECT_LIMIT);
    try {
      const link = await openLink(this.#address, events, run.signal);
      if (isCurrent()) this.#use(link);
      else link.close();
    } catch (error) {
      if (isCurrent()) this.#lose(run.signal.aborted ? 'no answer in time' : messageOf(error));
    } finally {
      timers.clearTimeout(limit);
    }
  }

  #use(link: RawLink): void {
    this.#link = link;
    this.#acknowledgements?.clear();
    if (this.#condition.state === 'INITIALIZING') this.#enter('STARTING');
    this.#enter('STARTED');
  }

  #receive(bytes: Uint8Array): void {
    try {
      const count = this.#acknowledgements?.add(bytes) ?? 0;
      for (let n = 0; n < count; n++) this.#acknowledged();
    } catch (error) {
      this.#lose(messageOf(error));
    }
  }

  #acknowledged(): void {
    const id = this.#waiting.shift();
    if (id === undefined) this.#deps.log.warn('a device acknowledged a print that it was not sent');
    else this.#listener?.printed(id);
  }

  /** The connection is lost, and with it the acknowledgements on their way. */
  #lose(reason: string): void {
    const lost = this.#waiting;
    this.#waiting = [];
    // What is still on its way must not be printed later: a person may have said by then that it was not.
    this.#link?.abandon();
    this.#disconnect();
    this.#enter('ERROR', statusError('device-not-connected', { reason }));
    for (const id of lost) this.#listener?.unresolved(id, `not acknowledged: ${reason}`);
    this.#reconnect = this.#deps.timers.setTimeout(() => void this.#connect(), RECONNECT);
  }

  #disconnect(): void {
    if (this.#reconnect !== undefined) this.#deps.timers.clearTimeout(this.#reconnect);
    this.#link?.close();
    this.#run?.abort();
    this.#link = this.#run = this.#reconnect = undefined;
  }

  #enter(state: EngineCondition['state'], error?: StatusError): void {
    const errors = error === undefined ? [] : [error];
    if (this.#condition.state === state && this.#condition.errors[0]?.text === error?.text) return;
    this.#condition = { state, errors, ink: [] };
    this.#listener?.conditionChanged();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
