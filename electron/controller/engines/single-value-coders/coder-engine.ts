import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { EngineIdentity, Proof } from '#contract/api-v3/engine.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import type { PlanesTarget } from '#rendering/label/print-planes.ts';
import { configuredProperties, singleInkTarget } from '../configured-properties.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import type { Framing } from '../connection/message-reader.ts';
import { PollLoop } from '../connection/poll-loop.ts';
import type { EngineDeps } from '../engine-kind.ts';
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
import { CoderRefusalError, type CoderProtocol } from './coder-protocol.ts';
import { CoderState } from './coder-state.ts';
import { NO_COUNT } from './no-count.ts';
import { LoadedPrint } from './loaded-print.ts';
import { MessageSelection } from './message-selection.ts';
import { Standstill } from './standstill.ts';
import { ValuesTransfer } from './values-transfer.ts';

/** Between two polls; the short one while a count decides about a print. */
const POLL = 500;
const SHORT_POLL = 50;
const CLEARING_POLL = 250;
/** The caller waits five seconds. */
const ABORT_LIMIT = 4_000;

export interface CoderEngineOptions<Message> extends EngineDeps {
  configuration: Omit<PrinterConfiguration, 'engine'>;
  host: string;
  port: number;
  /** The model that is shown when the configuration names none. */
  type: string;
  framing: Framing<Message>;
  makeProtocol: (connection: DeviceConnection<Message>) => CoderProtocol;
  /** Whether this is the coder's report of a print, which it sends without a question. Absent if it reports none: its count proves prints. */
  isPrintReport?: (message: Message) => boolean;
  /** Why the coder cannot take such values; undefined if it can. */
  findMessageFault: (message: DeviceMessage) => string | undefined;
}

/**
 * Drives a coder that draws a stored message on board. It has the values of one print at a time. On every connection the coder is identified,
 * then cleared, and gets a print only once nothing moves. A print is proven by the coder's report together with its count, as far as it has
 * them; when they do not fit together, the print is unknown.
 */
export class CoderEngine<Message> implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly depth = 1;
  /** The protocols of coders have no list of messages. */
  readonly messages: EngineMessages = { list: async () => undefined };
  readonly #options: CoderEngineOptions<Message>;
  readonly #address: string;
  readonly #connection: DeviceConnection<Message>;
  readonly #protocol: CoderProtocol;
  readonly #state: CoderState;
  readonly #selection: MessageSelection;
  readonly #values: ValuesTransfer;
  readonly #polls: PollLoop;
  readonly #aborts: PendingAborts;
  #listener: EngineListener | undefined;
  #loaded: LoadedPrint | undefined;
  /** Something was sent that was not seen to be printed or cleared. */
  #mayHold = false;
  /** Counts the time since the coder has confirmed that it is cleared; undefined before. */
  #standstill: Standstill | undefined;

  constructor(options: CoderEngineOptions<Message>) {
    const { configuration, host, port, type, framing, timers, frames, log, now, expected } = options;
    const address = `${host}:${port}`;
    this.#options = options;
    this.#address = address;
    this.properties = configuredProperties(configuration, type);
    this.target = singleInkTarget(configuration);
    this.#connection = new DeviceConnection({
      ...{ host, port, framing, timers, frames },
      onOpen: () => this.#opened(),
      onClosed: (reason) => this.#closed(reason),
      takeUnsolicited: (message) => this.#takeReport(message),
    });
    this.#protocol = options.makeProtocol(this.#connection);
    this.#selection = new MessageSelection(this.#protocol);
    const onChange = () => this.#listener?.conditionChanged();
    this.#state = new CoderState({ expected, address, selection: this.#selection, now, onChange });
    this.#values = new ValuesTransfer({ protocol: this.#protocol, selection: this.#selection, now, address });
    this.#polls = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => this.#pause(),
      onError: (error) => log.warn(`a poll of the coder at ${address} failed`, error),
    });
    this.#aborts = new PendingAborts(timers, ABORT_LIMIT);
  }

  get traits(): EngineTraits {
    const proof: Proof = this.#isReported ? 'ack' : 'count';
    const preloads = this.#options.configuration.productDetector === 'device';
    return { proof, clearsOnStart: true, ...(this.#state.hasCount !== false && { counts: 'marks' }), leavesPartialPrints: true, preloads };
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    if (this.#state.phase !== 'stopped') return;
    this.#state.enter('connecting');
    this.#connection.start();
  }

  async stop(): Promise<void> {
    this.#polls.stop();
    this.#connection.stop();
    this.#loaded = undefined;
    this.#selection.forget();
    this.#aborts.end(new Error('the printer was stopped'));
    this.#state.stopped();
  }

  condition(): EngineCondition {
    return this.#state.condition();
  }

  /** What the coder at the address says about itself. */
  identity(): EngineIdentity | undefined {
    return this.#state.identity;
  }

  /** The coder's count of its prints. Unknown without a connection, and until an earlier print can no longer be made. */
  count(): number | undefined {
    return this.#state.phase === 'ready' ? this.#state.count : undefined;
  }

  /**
   * Resolves when the coder has the values, and the print go if it needs one. Any error but an `EngineError` leaves open whether it has them; the engine reports nothing more
   * about that print.
   */
  async send(print: EnginePrint): Promise<void> {
    const message = this.#accept(print);
    const { now } = this.#options;
    const loaded = new LoadedPrint({ id: print.id, now, isReported: this.#isReported });
    this.#loaded = loaded;
    this.#polls.stop();
    try {
      await this.#transfer(message, loaded);
    } catch (error) {
      if (this.#loaded === loaded) this.#loaded = undefined;
      // A coder that refuses values may hold those of another program.
      if (loaded.isReleased && this.#state.phase === 'ready') this.#startClearing();
      throw error;
    } finally {
      if (this.#state.phase === 'ready') this.#polls.restart(this.#pause());
    }
    await this.#giveGo(loaded);
  }

  /** Rejects if the coder does not confirm within four seconds that it holds nothing. */
  async abort(): Promise<number[]> {
    if (this.#state.phase === 'stopped' || (!this.#loaded && !this.#mayHold && this.#state.phase !== 'clearing')) return [];
    const cleared = this.#aborts.wait(() => this.#aborts.end(new Error(`the coder at ${this.#address} may still print`)));
    if (this.#state.phase === 'ready') this.#startClearing();
    return cleared;
  }

  get #isReported(): boolean {
    return this.#options.isPrintReport !== undefined;
  }

  /** The message of a print. Throws an `EngineError` for a print that cannot be made now. */
  #accept({ message }: EnginePrint): DeviceMessage {
    const { state, errors } = this.condition();
    if (state !== 'STARTED') throw new EngineError('cannot-print', errors[0] ?? `The printer is ${state}.`);
    if (this.#loaded) throw new EngineError('buffer-full', 'The coder has not confirmed its last print yet.');
    if (!message) throw new EngineError('cannot-print', 'The print names no message of the coder.');
    const fault = this.#options.findMessageFault(message);
    if (fault !== undefined) throw new EngineError('cannot-print', fault);
    return message;
  }

  async #transfer(message: DeviceMessage, loaded: LoadedPrint): Promise<void> {
    try {
      this.#state.counted(await this.#values.prepare(message));
    } finally {
      this.#state.changed();
    }
    if (this.#loaded !== loaded || this.#state.phase !== 'ready') throw new EngineError('cannot-print', 'The coder is being cleared.');
    loaded.release(this.#state.count);
    this.#mayHold = true;
    await this.#values.release(message);
  }

  /** A coder that does not follow is cleared. Never rejects. */
  async #giveGo(loaded: LoadedPrint): Promise<void> {
    if (this.#loaded !== loaded || this.#state.phase !== 'ready') return;
    try {
      await this.#protocol.printGo?.();
    } catch (error) {
      // Otherwise the connection is lost, and the coder is cleared on the next one.
      if (!(error instanceof CoderRefusalError) || this.#loaded !== loaded || this.#state.phase !== 'ready') return;
      loaded.clearedBecause = error.message;
      this.#startClearing();
    }
  }

  #takeReport(message: Message): boolean {
    if (!this.#options.isPrintReport?.(message)) return false;
    this.#standstill?.moved();
    this.#loaded?.reported();
    if (this.#state.phase === 'ready' && this.#loaded?.isReleased) this.#polls.restart(0);
    return true;
  }

  #opened(): void {
    this.#state.enter('identifying');
    this.#polls.restart(0);
  }

  #closed(reason: string): void {
    this.#polls.stop();
    this.#loaded?.loseReport();
    this.#selection.forget();
    if (this.#state.connectionLost()) this.#options.log.warn(`no connection to the coder at ${this.#address}: ${reason}`);
  }

  #pause(): number {
    if (this.#state.phase === 'clearing') return CLEARING_POLL;
    return this.#loaded?.isAwaitingCount ? SHORT_POLL : POLL;
  }

  async #poll(isCurrent: () => boolean): Promise<void> {
    try {
      if (this.#state.isStatusDue) await this.#readStatus(isCurrent);
      if (!isCurrent()) return;
      if (this.#state.phase === 'identifying') await this.#identify(isCurrent);
      else if (this.#state.phase === 'clearing') await this.#clear(isCurrent);
      else {
        await this.#compare(isCurrent);
        if (isCurrent()) this.#state.fault = undefined;
      }
    } catch (error) {
      if (!(error instanceof CoderRefusalError)) throw error;
      if (isCurrent()) this.#state.fault = error.message;
    }
    this.#state.changed();
  }

  async #readStatus(isCurrent: () => boolean): Promise<void> {
    const couldPrint = this.#state.canPrint;
    const status = await this.#protocol.status();
    if (isCurrent() && this.#state.phase === 'ready') await this.#selection.check();
    if (!isCurrent()) return;
    this.#state.reported(status);
    const { canPrint } = this.#state;
    if (!canPrint) this.#loaded?.spoil();
    if (canPrint && !couldPrint && this.#loaded && this.#state.phase === 'ready') this.#startClearing();
  }

  async #identify(isCurrent: () => boolean): Promise<void> {
    const identity = await this.#protocol.identify();
    if (!isCurrent()) return;
    this.#state.answered(identity);
    if (!this.#state.isOtherDevice) this.#startClearing();
  }

  #startClearing(): void {
    this.#standstill = undefined;
    // A printer that was ready cannot be STARTING at once.
    if (this.#state.phase === 'ready') this.#state.enter('identifying');
    this.#state.enter('clearing');
    this.#polls.restart(0);
  }

  async #clear(isCurrent: () => boolean): Promise<void> {
    const { now, configuration } = this.#options;
    if (!this.#standstill) {
      await this.#protocol.clear();
      if (!isCurrent()) return;
      this.#standstill = new Standstill(now, configuration);
    }
    const count = await this.#protocol.count();
    if (!isCurrent()) return;
    this.#state.counted(count);
    this.#state.fault = !this.#isReported && count === undefined ? NO_COUNT : undefined;
    if (this.#state.fault === undefined && this.#standstill?.isReached(count)) this.#cleared();
  }

  /** The coder holds nothing, and nothing moves. */
  #cleared(): void {
    const loaded = this.#loaded;
    this.#loaded = undefined;
    this.#mayHold = false;
    this.#standstill = undefined;
    this.#state.enter('ready');
    const dropped = loaded?.isReleased ? this.#settle(loaded) : undefined;
    if (!this.#aborts.isEmpty) this.#aborts.end(dropped ? [dropped.id] : []);
    else if (dropped) this.#listener?.failed(dropped.id, dropped.clearedBecause ?? 'the coder was cleared before it printed');
  }

  /** Reports what became of a print that is out of the coder. Returns it if it certainly is not made. */
  #settle(loaded: LoadedPrint): LoadedPrint | undefined {
    const outcome = loaded.settle(this.#state.count);
    if (outcome === 'printed') this.#listener?.printed(loaded.id, this.#state.count);
    if (outcome === 'unknown') this.#leaveOpen(loaded);
    return outcome === 'not-made' ? loaded : undefined;
  }

  #leaveOpen({ id }: LoadedPrint): void {
    this.#listener?.unresolved(id, 'the coder does not tell whether it has printed');
    this.#listener?.conditionChanged();
  }

  /** Reads the count, and draws the conclusions. */
  async #compare(isCurrent: () => boolean): Promise<void> {
    const before = this.#state.count;
    const loaded = this.#loaded;
    const count = await this.#protocol.count();
    if (!isCurrent()) return;
    this.#state.counted(count);
    if (!loaded) {
      if (before !== this.#state.count) this.#listener?.conditionChanged();
      return;
    }
    if (loaded.judge(this.#state.count) === 'printed' && this.#protocol.withdraw) {
      await this.#protocol.withdraw();
      const countAfter = await this.#protocol.count();
      if (!isCurrent()) return;
      this.#state.counted(countAfter);
    }
    const verdict = loaded.judge(this.#state.count);
    if (verdict === 'conflict') this.#startClearing();
    if (verdict === 'printed') this.#confirm(loaded);
  }

  #confirm({ id }: LoadedPrint): void {
    this.#loaded = undefined;
    this.#mayHold = false;
    this.#listener?.printed(id, this.#state.count);
  }
}
