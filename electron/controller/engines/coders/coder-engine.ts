import type { DeviceMessage, HeldMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { configuredProperties, singleInkTarget } from '../configured-properties.ts';
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
import { PendingAborts } from '../pending-aborts.ts';
import { Clearing, timeFromDetector } from './clearing.ts';
import type { CoderEngineOptions } from './coder-engine-options.ts';
import { CoderState } from './coder-state.ts';
import { CoderFaultError, type Coder, type CoderLink, type CoderReading, type CoderValue } from './coder.ts';
import { MessageSelection } from './message-selection.ts';
import { OutstandingPrints, type PrintedCopy } from './outstanding-prints.ts';
import { ValuesTransfer } from './values-transfer.ts';

/** Milliseconds between two polls; the short one while a print is about to be proven. */
const POLL = 500;
const CLEARING_POLL = 250;
const SHORT_POLL = 50;
/** The caller waits five seconds. */
const ABORT_LIMIT = 4_000;
/** A coder that holds nothing so long after a value was loaded, and has not confirmed it, has dropped it. */
const DROPPED_AFTER = 10_000;
const CLEARED = 'the coder was cleared before it printed the value';

/**
 * Drives a coder that draws a stored message on board and gets the values of its fields for each print. On every connection the coder is
 * identified and cleared, and gets a value only once nothing moves. What it does not prove is unresolved, unless it is certainly not made.
 */
export class CoderEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly depth: number;
  readonly messages: EngineMessages;
  readonly identity?: () => EngineIdentity | undefined;
  readonly #options: CoderEngineOptions;
  readonly #link: CoderLink;
  readonly #coder: Coder;
  readonly #selection: MessageSelection;
  readonly #state: CoderState;
  readonly #transfer: ValuesTransfer;
  readonly #outstanding: OutstandingPrints;
  readonly #clearing: Clearing;
  readonly #polls: PollLoop;
  readonly #aborts: PendingAborts;
  #listener: EngineListener | undefined;
  /** Something was sent that was not seen to be printed or cleared. */
  #mayHold = false;
  /** The coder was told to print, and has not answered yet. */
  #isPrinting = false;
  /** Why the coder is cleared, for the prints that are not made. */
  #clearedBecause = CLEARED;

  constructor(options: CoderEngineOptions) {
    const { configuration, type, timers, now, expected } = options;
    this.#options = options;
    this.properties = configuredProperties(configuration, type);
    this.target = singleInkTarget(configuration);
    const { link, coder } = options.connect({
      onOpen: () => this.#opened(),
      onClosed: (reason) => this.#closed(reason),
      onPrint: () => this.#printReported(),
    });
    const { traits } = coder;
    const { address } = link;
    this.#link = link;
    this.#coder = coder;
    this.depth = traits.depth;
    this.messages = { list: () => this.#list() };
    if (traits.identifies) this.identity = () => this.#state.identity;
    this.#selection = new MessageSelection(coder);
    const onChange = (): void => this.#listener?.conditionChanged();
    this.#state = new CoderState({ ...{ expected, address, proof: traits.proof }, selection: this.#selection, now, onChange });
    this.#transfer = new ValuesTransfer({ coder, selection: this.#selection, now, address });
    this.#outstanding = new OutstandingPrints({ traits, timeFromDetector: timeFromDetector(configuration), now });
    this.#clearing = new Clearing({ coder, now, path: configuration });
    this.#polls = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => this.#pause(),
      onError: (error) => this.#warn('did not answer a poll', error),
    });
    this.#aborts = new PendingAborts(timers, ABORT_LIMIT);
  }

  get traits(): EngineTraits {
    const { proof } = this.#coder.traits;
    const preloads = this.#options.configuration.productDetector === 'device';
    return { proof, clearsOnStart: true, ...(this.#state.hasCount !== false && { counts: 'marks' }), leavesPartialPrints: true, preloads };
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    if (this.#state.phase !== 'stopped') return;
    this.#state.enter('connecting');
    this.#link.start();
  }

  async stop(): Promise<void> {
    this.#polls.stop();
    this.#link.stop();
    this.#outstanding.forget();
    this.#aborts.end(new Error('the printer was stopped'));
    this.#state.stopped();
  }

  condition(): EngineCondition {
    return this.#state.condition();
  }

  /** The coder's count of its prints. Unknown without a connection, and until an earlier print can no longer be made. */
  count(): number | undefined {
    return this.#state.count;
  }

  /** Resolves when the coder has the value. Any error but an `EngineError` leaves that open; the engine still reports what it finds out. */
  async send({ id, message }: EnginePrint): Promise<void> {
    const accepted = this.#accept(message);
    const index = this.#outstanding.add(id, this.#state.reading?.count);
    this.#polls.stop();
    try {
      await this.#prepare(id, accepted);
      await this.#load(id, { index, message: accepted });
    } finally {
      if (this.#state.phase === 'ready') this.#polls.restart(this.#pause());
    }
    if (this.#coder.print && this.#isReadyFor(id)) void this.#print(this.#coder.print());
  }

  /** Rejects if the coder does not confirm within four seconds that it holds nothing. */
  async abort(): Promise<number[]> {
    const { phase } = this.#state;
    this.#selection.reset();
    this.#state.update();
    if (phase === 'stopped' || (this.#outstanding.size === 0 && !this.#mayHold && phase !== 'clearing')) return [];
    const cleared = this.#aborts.wait(() => this.#aborts.end(new Error(`the coder at ${this.#link.address} may still print`)));
    if (phase === 'ready') this.#startClearing();
    return cleared;
  }

  #warn(what: string, error?: unknown): undefined {
    this.#options.log.warn(`the coder at ${this.#link.address} ${what}`, error);
  }

  async #list(): Promise<HeldMessage[] | undefined> {
    if (this.#state.phase !== 'ready' || this.#isPrinting) return undefined;
    return this.#coder.list?.().catch((error: unknown) => this.#warn('did not list its messages', error));
  }

  /** The message of a print. Throws an `EngineError` for a print that cannot be made now. */
  #accept(message: DeviceMessage | undefined): DeviceMessage {
    const { state, errors } = this.condition();
    if (state !== 'STARTED') throw new EngineError('cannot-print', errors[0]?.text ?? `The printer is ${state}.`);
    if (this.#outstanding.size >= this.depth || this.#isPrinting) {
      throw new EngineError('buffer-full', 'The coder has not confirmed its last print yet.');
    }
    const accepted = this.#transfer.accept(message);
    if (this.#outstanding.size === 0 || this.#selection.isFor(accepted)) return accepted;
    throw new EngineError('buffer-full', 'The coder still has values of another message.');
  }

  /** Nothing is printed before this has ended. Throws an `EngineError`, also for a print that was aborted meanwhile. */
  async #prepare(id: number, message: DeviceMessage): Promise<void> {
    try {
      const count = await this.#transfer.prepare(message);
      if (!this.#isReadyFor(id)) throw new EngineError('cannot-print', 'The coder is being cleared.');
      this.#outstanding.release(id, count);
      this.#mayHold = true;
    } catch (error) {
      this.#outstanding.remove(id);
      throw error;
    } finally {
      this.#state.update();
    }
  }

  async #load(id: number, value: CoderValue): Promise<void> {
    try {
      this.#outstanding.loaded(id, await this.#transfer.load(value));
    } catch (error) {
      if (error instanceof EngineError) this.#outstanding.remove(id);
      else this.#outstanding.doubt(id);
      // A coder that refuses a value may hold one of another program.
      if (this.#state.phase === 'ready') this.#startClearing();
      throw error;
    }
  }

  /** Whether a print can still go on: it was not cleared, and the connection is there. */
  #isReadyFor(id: number): boolean {
    return this.#state.phase === 'ready' && this.#outstanding.has(id);
  }

  /** Never rejects. What the coder printed is seen by the poll that follows. */
  async #print(printed: Promise<void>): Promise<void> {
    this.#isPrinting = true;
    const error: unknown = await printed.catch((reason: unknown) => reason);
    this.#isPrinting = false;
    if (this.#state.phase !== 'ready') return;
    if (error instanceof CoderFaultError) this.#startClearing(error.message);
    else this.#polls.restart(0);
  }

  #printReported(): void {
    this.#clearing.moved();
    this.#outstanding.reported();
    if (this.#state.phase === 'ready' && this.#outstanding.isDue) this.#polls.restart(0);
  }

  #opened(): void {
    this.#state.enter('identifying');
    this.#polls.restart(0);
  }

  #closed(reason: string): void {
    this.#polls.stop();
    this.#outstanding.connectionLost();
    if (this.#state.lost()) this.#warn(`is not connected: ${reason}`);
  }

  #pause(): number {
    if (this.#state.phase === 'clearing') return this.#clearing.isCleared ? CLEARING_POLL : POLL;
    return this.#outstanding.isDue ? SHORT_POLL : POLL;
  }

  async #poll(isCurrent: () => boolean): Promise<void> {
    try {
      if (this.#state.phase === 'identifying') await this.#identify(isCurrent);
      else if (this.#state.phase === 'clearing') await this.#clear(isCurrent);
      else await this.#compare(isCurrent);
    } catch (error) {
      if (!(error instanceof CoderFaultError)) throw error;
      if (isCurrent()) this.#state.refused(error.fault);
    }
  }

  #read(): Promise<CoderReading> {
    return this.#coder.read(this.#outstanding.size > 0);
  }

  async #identify(isCurrent: () => boolean): Promise<void> {
    const identity = await this.#coder.identify();
    if (!isCurrent()) return;
    this.#state.identified(identity);
    const reading = await this.#read();
    if (!isCurrent()) return;
    this.#state.read(reading);
    if (this.#state.isOtherDevice) return;
    if (this.#coder.traits.proof === 'id') this.#report(this.#outstanding.judge(reading).printed);
    this.#startClearing();
  }

  /** Reads the coder, and draws the conclusions. A print whose value the coder keeps is proven only once the value is withdrawn. */
  async #compare(isCurrent: () => boolean): Promise<void> {
    let reading = await this.#read();
    if (isCurrent() && this.#coder.withdraw && this.#outstanding.isProven(reading)) {
      await this.#coder.withdraw();
      reading = await this.#read();
    }
    if (!isCurrent()) return;
    const { printed, isConflict } = this.#outstanding.judge(reading);
    this.#selection.check(reading.message);
    this.#interruptedBy(reading);
    const mustClear = isConflict || this.#mustClear(reading);
    // An error is shown once the coder is cleared: a person who removes it must not let a value be printed again.
    if (!mustClear) this.#state.read(reading);
    this.#report(printed);
    if (mustClear) this.#startClearing();
  }

  /** Whether what the coder holds must not be printed any more. */
  #mustClear(reading: CoderReading): boolean {
    if (this.#outstanding.size === 0) return false;
    if (reading.errors.length > 0 || this.#selection.fault !== undefined) return true;
    return reading.held === 0 && reading.isWaiting === true && this.#outstanding.isOlderThan(DROPPED_AFTER);
  }

  /** An error, a jet that was switched off or another message may have spoilt the print that has begun. */
  #interruptedBy({ state, errors, isWaiting }: CoderReading): void {
    const isPrinting = state === 'STARTED' && errors.length === 0 && this.#selection.fault === undefined;
    if (!isPrinting && !isWaiting) this.#outstanding.interrupt();
  }

  #startClearing(reason = CLEARED): void {
    this.#clearedBecause = reason;
    this.#clearing.start();
    this.#selection.expire();
    // The coder takes no question before it has printed.
    if (this.#isPrinting) return this.#reconnect();
    // A printer that was ready cannot be STARTING at once.
    if (this.#state.phase === 'ready') this.#state.enter('identifying');
    this.#state.enter('clearing');
    this.#polls.restart(0);
  }

  #reconnect(): void {
    this.#polls.stop();
    this.#link.stop();
    this.#outstanding.connectionLost();
    this.#state.reconnecting();
    this.#link.start();
  }

  /** A coder that refuses to be cleared must not print: it is tried again. */
  async #clear(isCurrent: () => boolean): Promise<void> {
    const wasCleared = this.#clearing.isCleared;
    const fault = await this.#clearing.clear(isCurrent);
    if (!isCurrent()) return;
    const reading = await this.#read();
    if (!isCurrent()) return;
    this.#state.read(reading, fault);
    const { proof, printsWithoutValues } = this.#coder.traits;
    // A coder that prints without values counts soon what is no print.
    const isTelling = proof === 'id' || (printsWithoutValues && !wasCleared && this.#clearing.isCleared);
    if (isTelling) this.#report(this.#outstanding.judge(reading).printed);
    this.#interruptedBy(reading);
    if (this.#clearing.isDone(reading)) this.#cleared(reading);
  }

  /** The coder holds nothing, and nothing moves. */
  #cleared({ count }: CoderReading): void {
    const { printed, notMade, unresolved } = this.#outstanding.end(count);
    this.#mayHold = false;
    this.#state.enter('ready');
    this.#report(printed);
    for (const id of unresolved) this.#listener?.unresolved(id, 'the coder does not tell whether it printed the value');
    if (unresolved.length > 0) this.#listener?.conditionChanged();
    if (!this.#aborts.isEmpty) this.#aborts.end(notMade);
    else for (const id of notMade) this.#listener?.failed(id, this.#clearedBecause);
  }

  #report(printed: readonly PrintedCopy[]): void {
    if (printed.length > 0 && this.#outstanding.size === 0) this.#mayHold = false;
    for (const { id, count } of printed) this.#listener?.printed(id, count);
  }
}
