import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PlanesTarget } from '#rendering/label/print-planes.ts';
import { configuredProperties, singleInkTarget } from '../configured-properties.ts';
import { NotSentError } from '../connection/connection-errors.ts';
import { PollLoop } from '../connection/poll-loop.ts';
import {
  EngineError,
  type EngineCondition,
  type EngineListener,
  type EngineMessages,
  type EnginePrint,
  type EngineProperties,
  type EngineTraits,
  type PrintEngine,
} from '../engine.ts';
import { ExpectedDevice } from '../expected-device.ts';
import { PendingAborts } from '../pending-aborts.ts';
import { Clearing } from './clearing.ts';
import type { CoderEngineOptions } from './coder-engine-options.ts';
import { CoderStatus } from './coder-status.ts';
import { CoderFaultError, type Coder, type CoderLink, type CoderReading } from './coder.ts';
import { OutstandingPrints } from './outstanding-prints.ts';
import { messageOf, SelectedMessage } from './selected-message.ts';

/** Milliseconds between two polls; the short one while something is awaited. */
const POLL = 500;
const SHORT_POLL = 50;
/** The caller waits five seconds. */
const ABORT_LIMIT = 4_000;
/** A device that holds nothing so long after a value was loaded, and has not confirmed it, has dropped it. */
const DROPPED_AFTER = 10_000;

/**
 * Drives a coder that draws a stored message on board and gets the values of its fields for each print. On every connection the device is
 * identified and cleared, and prints only once nothing moves. What it does not confirm is unresolved, unless it is certainly not made.
 */
export class CoderEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly traits: EngineTraits;
  readonly depth: number;
  readonly messages: EngineMessages;
  readonly identity?: () => EngineIdentity | undefined;
  readonly #options: CoderEngineOptions;
  readonly #link: CoderLink;
  readonly #coder: Coder;
  readonly #device: ExpectedDevice;
  readonly #polls: PollLoop;
  readonly #aborts: PendingAborts;
  readonly #clearing: Clearing;
  readonly #message: SelectedMessage;
  readonly #status: CoderStatus;
  readonly #outstanding = new OutstandingPrints();
  #listener: EngineListener | undefined;
  /** When the last value was loaded. */
  #loadedAt = 0;
  /** Something was sent that was not seen to be printed or cleared. */
  #mayHold = false;
  /** The device was told to print, and has not answered yet. */
  #isPrinting = false;

  constructor(options: CoderEngineOptions) {
    const { configuration, type, address, proof, depth, identifies, keepsValues, connect, timers, now, expected } = options;
    this.#options = options;
    this.properties = configuredProperties(configuration, type);
    this.target = singleInkTarget(configuration);
    const preloads = configuration.productDetector === 'device';
    this.traits = { proof, clearsOnStart: true, counts: 'marks', leavesPartialPrints: true, preloads };
    this.depth = depth;
    this.messages = { list: () => this.#list() };
    this.#device = new ExpectedDevice({ expected, address });
    if (identifies) this.identity = () => this.#device.found;
    const onOpen = (): void => this.#opened();
    const onClosed = (reason: string): void => this.#closed(reason);
    const onPrint = (): void => this.#polls.restart(0);
    const { link, coder } = connect({ onOpen, onClosed, onPrint });
    this.#link = link;
    this.#coder = coder;
    this.#message = new SelectedMessage(coder);
    const onChange = (): void => this.#listener?.conditionChanged();
    this.#status = new CoderStatus({ address, device: this.#device, message: this.#message, now, onChange });
    this.#polls = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => (this.#isAwaiting ? SHORT_POLL : POLL),
      onError: (error) => this.#warn('did not answer a poll', error),
    });
    this.#aborts = new PendingAborts(timers, ABORT_LIMIT);
    this.#clearing = new Clearing({ coder, now, path: configuration, keepsValues });
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    if (this.#status.phase !== 'stopped') return;
    this.#status.enter('connecting');
    this.#link.start();
  }

  async stop(): Promise<void> {
    this.#polls.stop();
    this.#link.stop();
    this.#outstanding.forget();
    this.#aborts.end(new Error('the printer was stopped'));
    this.#status.stopped();
  }

  condition(): EngineCondition {
    return this.#status.condition();
  }

  /** Unknown without a connection, and until an earlier print can no longer be made. */
  count(): number | undefined {
    return this.#status.count;
  }

  /** Resolves when the device has the value. Any error but an `EngineError` leaves that open; the engine still reports what it finds out. */
  async send(print: EnginePrint): Promise<void> {
    const message = this.#refuse(print);
    await this.#select(message);
    this.#refuseState();
    const { id } = print;
    const index = this.#outstanding.add(id, this.#status.reading?.count);
    this.#mayHold = true;
    this.#loadedAt = this.#options.now();
    try {
      this.#outstanding.loaded(id, await this.#coder.load({ index, message }));
      this.#loadedAt = this.#options.now();
    } catch (error) {
      this.#notLoaded(id, error);
    }
    if (this.#coder.print) void this.#print(this.#coder.print());
    this.#pollSoon();
  }

  /** Rejects if the device does not confirm within four seconds that it holds nothing. */
  async abort(): Promise<number[]> {
    this.#message.forgive();
    this.#status.update();
    if (this.#status.phase === 'stopped' || (!this.#mayHold && this.#status.phase !== 'clearing')) return [];
    const cleared = this.#aborts.wait(() => this.#aborts.end(new Error('the coder was not cleared in time')));
    if (this.#status.phase === 'ready') this.#startClearing();
    return cleared;
  }

  #warn(what: string, error?: unknown): undefined {
    this.#options.log.warn(`the coder at ${this.#options.address} ${what}`, error);
  }

  async #list(): Promise<HeldMessage[] | undefined> {
    if (this.#status.phase !== 'ready' || this.#isPrinting) return undefined;
    return this.#coder.list?.().catch((error: unknown) => this.#warn('did not list its messages', error));
  }

  /** Something is expected to change soon. */
  get #isAwaiting(): boolean {
    return this.#status.phase === 'clearing' ? this.#clearing.isCleared : this.#outstanding.size > 0;
  }

  #refuse(print: EnginePrint): DeviceMessage {
    this.#refuseState();
    const message = messageOf(print);
    this.#coder.refuse(message);
    return message;
  }

  #refuseState(): void {
    const { state, errors } = this.condition();
    if (state !== 'STARTED') throw new EngineError('cannot-print', errors[0] ?? `The printer is ${state}.`);
    if (this.#outstanding.size < this.depth && !this.#isPrinting) return;
    throw new EngineError('buffer-full', 'The coder has not confirmed its last prints yet.');
  }

  async #select(message: DeviceMessage): Promise<void> {
    if (this.#message.isFor(message)) return;
    if (this.#outstanding.size > 0) throw new EngineError('buffer-full', 'The coder still has values of another message.');
    try {
      await this.#message.select(message);
    } finally {
      // A poll that began before says what was selected then.
      this.#pollSoon();
      this.#status.update();
    }
  }

  /** Throws, as `send` does. */
  #notLoaded(id: number, error: unknown): never {
    const isCertain = error instanceof CoderFaultError || error instanceof NotSentError || error instanceof EngineError;
    if (isCertain) this.#outstanding.remove(id);
    else this.#outstanding.doubt(id);
    if (!isCertain && this.#status.phase === 'ready') this.#startClearing();
    if (!isCertain || error instanceof EngineError) throw error;
    const reason = error instanceof NotSentError ? `There is no connection to ${this.#options.address}.` : error.message;
    throw new EngineError('device-failed', reason, { cause: error });
  }

  /** What was asked before is overtaken. */
  #pollSoon(): void {
    if (this.#status.phase === 'ready') this.#polls.restart(SHORT_POLL);
  }

  /** Never rejects. What the device printed is seen by the poll that follows. */
  async #print(printed: Promise<void>): Promise<void> {
    this.#isPrinting = true;
    const error: unknown = await printed.catch((reason: unknown) => reason);
    this.#isPrinting = false;
    if (this.#status.phase !== 'ready') return;
    if (error instanceof CoderFaultError) this.#startClearing();
    else this.#polls.restart(0);
  }

  #opened(): void {
    this.#status.enter('identifying');
    this.#polls.restart(0);
  }

  #closed(reason: string): void {
    this.#polls.stop();
    this.#outstanding.spoil();
    if (this.#status.lost()) this.#warn(`is not connected: ${reason}`);
    this.#status.enter('connecting');
  }

  async #poll(isCurrent: () => boolean): Promise<void> {
    if (this.#status.phase === 'identifying') await this.#identify(isCurrent);
    else await this.#compare(isCurrent);
  }

  async #identify(isCurrent: () => boolean): Promise<void> {
    try {
      const identity = await this.#coder.identify();
      if (!isCurrent()) return;
      this.#status.fault = undefined;
      if (identity) this.#device.answered(identity);
    } catch (error) {
      if (!(error instanceof CoderFaultError)) throw error;
      if (isCurrent()) this.#status.refuse(error.message);
      return;
    }
    const reading = await this.#coder.read(this.#outstanding.size > 0);
    if (!isCurrent()) return;
    this.#status.read(reading);
    if (this.#status.isRefused) return;
    this.#settle(reading);
    this.#startClearing();
  }

  async #compare(isCurrent: () => boolean): Promise<void> {
    if (this.#status.phase === 'clearing') await this.#clear(isCurrent);
    if (!isCurrent()) return;
    const reading = await this.#coder.read(this.#outstanding.size > 0);
    // Before the error is shown: a person who removes it must not let a value be printed again.
    if (isCurrent() && reading.errors.length > 0 && this.#outstanding.size > 0) await this.#removeValues();
    if (isCurrent()) this.#conclude(reading);
  }

  #conclude(reading: CoderReading): void {
    const before = this.#status.reading;
    this.#status.read(reading);
    const isDecided = this.#settle(reading);
    if (reading.errors.length > 0 && reading.mayHaveBegun) this.#outstanding.interrupt();
    if (this.#status.phase === 'clearing') this.#cleared(reading);
    else if (!isDecided || this.#mustClear(reading)) this.#startClearing();
    else if (before?.count !== reading.count && this.#outstanding.size === 0) this.#listener?.conditionChanged();
  }

  /** A device that does not clear what it holds must not print. */
  async #clear(isCurrent: () => boolean): Promise<void> {
    let fault: string | undefined;
    try {
      await this.#clearing.clear(isCurrent);
    } catch (error) {
      if (!(error instanceof CoderFaultError)) throw error;
      fault = error.message;
    }
    if (isCurrent()) this.#status.fault = fault;
  }

  /** Reports what the reading proves. Returns false if a print is left that nothing will prove any more. */
  #settle(reading: CoderReading): boolean {
    const { printed, unresolved } = this.#outstanding.judge(reading, this.#clearing.isTooSoon(this.#loadedAt));
    if (printed.length > 0 && this.#outstanding.size === 0) {
      this.#mayHold = false;
      void this.#removeValues();
    }
    for (const { id, count } of printed) this.#listener?.printed(id, count);
    // The count that may settle them is not known before the device is cleared.
    if (this.#status.phase !== 'ready') this.#outstanding.defer(unresolved);
    else for (const id of unresolved) this.#leaveOpen(id);
    return unresolved.length === 0;
  }

  /** A device that keeps values would print them for the next product. The loss of the connection is reported by the connection. */
  async #removeValues(): Promise<void> {
    if (!this.#options.keepsValues || this.#status.phase !== 'ready') return;
    await this.#coder.clear().catch((error: unknown) => {
      if (this.#status.phase === 'ready' && error instanceof CoderFaultError) this.#startClearing();
    });
  }

  /** Whether what the device holds must not be printed any more. */
  #mustClear(reading: CoderReading): boolean {
    if (this.#message.isReplaced(reading)) return true;
    if (this.#outstanding.size === 0) return false;
    if (reading.errors.length > 0) return true;
    return reading.held === 0 && !reading.mayHaveBegun && this.#options.now() - this.#loadedAt > DROPPED_AFTER;
  }

  #startClearing(): void {
    this.#clearing.start();
    this.#message.forget();
    // The device takes no question before it has printed.
    if (this.#isPrinting) return this.#reconnect();
    // A printer that was ready cannot be STARTING at once.
    if (this.#status.phase === 'ready') this.#status.enter('identifying');
    this.#status.enter('clearing');
    this.#polls.restart(0);
  }

  #reconnect(): void {
    this.#polls.stop();
    this.#link.stop();
    this.#outstanding.spoil();
    this.#status.forget();
    this.#status.enter('connecting');
    this.#link.start();
  }

  /** Goes on once nothing moves. */
  #cleared(reading: CoderReading): void {
    if (!this.#clearing.isCleared || !this.#clearing.isDone(reading)) return;
    const { notMade, unresolved } = this.#outstanding.end(reading.count);
    this.#mayHold = false;
    this.#status.enter('ready');
    for (const id of unresolved) this.#leaveOpen(id);
    if (!this.#aborts.isEmpty) this.#aborts.end(notMade);
    else for (const id of notMade) this.#listener?.failed(id, 'the coder was cleared before it printed the value');
  }

  /** Neither printed nor certainly not made. */
  #leaveOpen(id: number): void {
    this.#listener?.unresolved(id, 'the coder does not tell whether it printed the value');
    this.#listener?.conditionChanged();
  }
}
