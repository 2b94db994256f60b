import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { NotSentError } from '../connection/connection-errors.ts';
import { DeviceConnection } from '../connection/device-connection.ts';
import { PollLoop } from '../connection/poll-loop.ts';
import {
  EngineError,
  type EngineCondition,
  type EngineListener,
  type EnginePrint,
  type EngineTraits,
  type PrintEngine,
} from '../engine.ts';
import type { EngineProperties } from '../engine.ts';
import type { ConfigurationWith, EngineDeps } from '../engine-kind.ts';
import { headWidth, refuseTooWide } from '../head-width.ts';
import { PendingAborts } from '../pending-aborts.ts';
import { Identifier } from './identification.ts';
import { OutstandingPrint } from './outstanding-print.ts';
import { Recognition } from './recognition.ts';
import { Standstill } from './standstill.ts';
import { zplCondition, type ZplPhase } from './zpl-condition.ts';
import { ZplDevice } from './zpl-device.ts';
import { zplLabel } from './zpl-label.ts';
import { frameZpl, type ZplMessage } from './zpl-messages.ts';
import { zplProperties } from './zpl-properties.ts';
import { isIdle, withErrors, type ZplStatus } from './zpl-status.ts';

const MM_PER_INCH = 25.4;
/** Between two polls; the short one while a print or the end of a label is awaited. */
const POLL = 500;
const SHORT_POLL = 100;
/** The caller waits five seconds. */
const ABORT_LIMIT = 4_000;
/** A print that takes longer is asked after with `~HQES`, which names errors that `~HS` does not have. */
const SLOW_PRINT = 5_000;
/** A printer that holds nothing so long after a print was sent, and has not counted it, has dropped it. */
const DROPPED_AFTER = 10_000;

export interface ZplEngineOptions extends EngineDeps {
  configuration: ConfigurationWith<'zpl'>;
}

/**
 * Drives a label printer that understands ZPL. One print at a time: it is proven when the printer's count of labels has gone up by exactly
 * one and the printer holds nothing. On every connection the printer is identified, then cleared, and prints only once it stands still.
 * A print whose fate the count cannot tell is reported neither as printed nor as failed: it stays open, and the controller compares the count.
 */
export class ZplEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target: PlanesTarget;
  readonly #options: ZplEngineOptions;
  readonly #address: string;
  readonly #connection: DeviceConnection<ZplMessage>;
  readonly #device: ZplDevice;
  readonly #recognition: Recognition;
  readonly #polls: PollLoop;
  readonly #aborts: PendingAborts;
  #listener: EngineListener | undefined;
  #phase: ZplPhase = 'stopped';
  #status: ZplStatus | undefined;
  #count: number | undefined;
  #lostSince: number | undefined;
  #outstanding: OutstandingPrint | undefined;
  /** Something was sent that was not seen to be printed or cleared. */
  #mayHold = false;
  #standstill: Standstill;
  #seen = '';

  constructor(options: ZplEngineOptions) {
    const { configuration, timers, frames, log, expected } = options;
    const { host, port, count } = configuration.engine;
    const { dpi, vdpi = dpi } = configuration;
    const address = `${host}:${port}`;
    this.#options = options;
    this.#address = address;
    this.properties = zplProperties(configuration);
    this.target = { hdpi: dpi, vdpi };
    const onOpen = () => this.#opened();
    const onClosed = (reason: string) => this.#closed(reason);
    this.#connection = new DeviceConnection({ host, port, framing: frameZpl, timers, frames, onOpen, onClosed });
    this.#device = new ZplDevice(this.#connection);
    this.#recognition = new Recognition(new Identifier({ count, dpi, vdpi }), { address, expected });
    this.#polls = new PollLoop({
      timers,
      poll: (isCurrent) => this.#poll(isCurrent),
      pause: () => (this.#outstanding || this.#phase === 'clearing' ? SHORT_POLL : POLL),
      onError: (error) => log.warn(`a poll of the label printer at ${address} failed`, error),
    });
    this.#aborts = new PendingAborts(timers, ABORT_LIMIT);
    this.#standstill = new Standstill(options.now, configuration.height);
  }

  get traits(): EngineTraits {
    return this.#counts
      ? { proof: 'count', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true }
      : { proof: 'none', clearsOnStart: true };
  }

  /** Without a count it is unknown what the printer still holds. */
  get depth(): number | undefined {
    return this.#counts ? 1 : undefined;
  }

  /** What the printer at the address says about itself. */
  identity(): EngineIdentity | undefined {
    return this.#recognition.identity;
  }

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    if (this.#phase !== 'stopped') return;
    this.#enter('connecting');
    this.#connection.start();
  }

  async stop(): Promise<void> {
    this.#polls.stop();
    this.#connection.stop();
    this.#outstanding = this.#lostSince = this.#status = this.#count = undefined;
    this.#recognition.forget();
    this.#aborts.end(new Error('the printer was stopped'));
    this.#enter('stopped');
  }

  condition(): EngineCondition {
    return zplCondition({
      phase: this.#phase,
      status: this.#status,
      lostSince: this.#lostSince,
      address: this.#address,
      objection: this.#recognition.objection,
    });
  }

  /** Labels in the printer's life. Unknown without a connection, and until an earlier label can no longer come out. */
  count(): number | undefined {
    return this.#phase === 'ready' ? this.#count : undefined;
  }

  /**
   * Resolves when the label is on its way and, without a count, when the printer has answered after it. Any error but an `EngineError`
   * leaves open whether the printer got it; the engine reports nothing more about that print.
   */
  async send(print: EnginePrint): Promise<void> {
    this.#refuse(print);
    const outstanding = this.#expect(print);
    this.#outstanding = outstanding;
    this.#mayHold = true;
    this.#polls.restart(SHORT_POLL);
    try {
      await this.#connection.write(zplLabel(print.planes[0], this.#options.configuration.engine.mode));
    } catch (error) {
      if (this.#outstanding === outstanding) this.#outstanding = undefined;
      if (error instanceof NotSentError) throw new EngineError('device-failed', `There is no connection to ${this.#address}.`);
      throw error;
    }
    if (!outstanding) await this.#device.status();
  }

  /** Rejects if the printer does not confirm within four seconds that it holds nothing. */
  async abort(): Promise<number[]> {
    if (this.#phase === 'stopped' || (!this.#mayHold && this.#phase !== 'clearing')) return [];
    const cleared = this.#aborts.wait(() => this.#abortExpired());
    if (this.#phase === 'ready') this.#startClearing();
    return cleared;
  }

  /** Until the printer has answered, the best proof that was not ruled out. */
  get #counts(): boolean {
    const { count } = this.#options.configuration.engine;
    return count !== 'none' && (!this.#recognition.isKnown || this.#recognition.count !== undefined);
  }

  #refuse(print: EnginePrint): void {
    const { hdpi, vdpi } = print;
    const { state, errors } = this.condition();
    if (state !== 'STARTED') throw new EngineError('cannot-print', errors[0]?.text ?? `The printer is ${state}.`);
    if (this.#outstanding) throw new EngineError('buffer-full', 'The printer has not confirmed its last print yet.');
    if (this.#status?.buffer?.isFull) throw new EngineError('buffer-full', 'The buffer of the printer is full.');
    const { hdpi: across, vdpi: down } = this.target;
    refuseTooWide(print, headWidth(this.#options.configuration));
    if (hdpi === across && vdpi === down) return;
    throw new EngineError('cannot-print', `The picture has ${hdpi} x ${vdpi} dots per inch, the printer ${across} x ${down}.`);
  }

  #expect({ id, planes, vdpi }: EnginePrint): OutstandingPrint | undefined {
    if (!this.#counts || this.#count === undefined) return undefined;
    const height = (planes[0].height / vdpi) * MM_PER_INCH;
    return new OutstandingPrint({ id, countBefore: this.#count, sentAt: this.#options.now(), height });
  }

  #opened(): void {
    this.#enter('identifying');
    this.#polls.restart(0);
  }

  #closed(reason: string): void {
    this.#polls.stop();
    this.#outstanding?.spoil();
    this.#status = undefined;
    if (this.#lostSince === undefined) {
      this.#lostSince = this.#options.now();
      this.#options.log.warn(`no connection to the label printer at ${this.#address}: ${reason}`);
    }
    this.#enter('connecting');
  }

  async #poll(isCurrent: () => boolean): Promise<void> {
    const status = await this.#askStatus();
    if (!isCurrent()) return;
    this.#status = status;
    this.#lostSince = undefined;
    if (status.errors.length > 0) this.#outstanding?.spoil();
    this.#changed();
    // During an error a printer may leave every other question unanswered.
    if (!status.buffer) return;
    if (this.#phase === 'identifying') await this.#identify(isCurrent);
    else await this.#compare(status, isCurrent);
  }

  async #askStatus(): Promise<ZplStatus> {
    const sentAt = this.#outstanding?.sentAt ?? Infinity;
    const status = await this.#device.status();
    const more = status.buffer && this.#options.now() - sentAt > SLOW_PRINT ? await this.#device.errors() : undefined;
    return more ? withErrors(status, more) : status;
  }

  async #identify(isCurrent: () => boolean): Promise<void> {
    const found = await this.#recognition.ask(this.#device);
    if (!isCurrent()) return;
    this.#recognition.found(found);
    this.#changed();
    if (this.#recognition.isOther) return;
    this.#count = found.count;
    this.#startClearing();
  }

  #startClearing(): void {
    this.#standstill = new Standstill(this.#options.now, this.#outstanding?.height ?? this.#options.configuration.height);
    // A printer that was ready cannot be STARTING at once.
    if (this.#phase === 'ready') this.#enter('identifying');
    this.#enter('clearing');
    this.#polls.restart(0);
    // The loss of the connection is reported by the connection.
    this.#device.cancelAll().catch(() => undefined);
  }

  /** Reads the count after the status, and draws the conclusions. */
  async #compare(status: ZplStatus, isCurrent: () => boolean): Promise<void> {
    const before = this.#count;
    const count = before === undefined ? undefined : await this.#device.count();
    if (!isCurrent()) return;
    this.#count = count ?? before;
    this.#judge(status);
    if (this.#phase === 'clearing' && this.#standstill.isReached(status, count)) this.#cleared();
    else if (this.#phase === 'ready' && this.#isDropped(status)) this.#startClearing();
    else if (this.#phase === 'ready' && before !== this.#count && !this.#outstanding) this.#listener?.conditionChanged();
  }

  #judge(status: ZplStatus): void {
    const outstanding = this.#outstanding;
    if (!outstanding || this.#count === undefined) return;
    const verdict = outstanding.judge(status, this.#count);
    if (verdict === 'waiting') return;
    this.#outstanding = undefined;
    if (verdict === 'uncertain') this.#leaveOpen(outstanding);
    else {
      this.#mayHold = false;
      this.#listener?.printed(outstanding.id, this.#count);
    }
  }

  /** The printer holds nothing, and nothing moves. */
  #cleared(): void {
    const outstanding = this.#outstanding;
    const isNotMade = outstanding !== undefined && this.#count !== undefined && outstanding.isCertainlyNotMade(this.#count);
    this.#outstanding = undefined;
    this.#mayHold = false;
    this.#enter('ready');
    if (outstanding && !isNotMade) this.#leaveOpen(outstanding);
    if (!this.#aborts.isEmpty) this.#aborts.end(isNotMade ? [outstanding.id] : []);
    else if (isNotMade) this.#listener?.failed(outstanding.id, 'the printer was cleared before it printed the label');
  }

  /** Neither printed nor certainly not made. */
  #leaveOpen({ id }: OutstandingPrint): void {
    this.#listener?.unresolved(id, 'the printer does not tell whether it made the label');
    this.#listener?.conditionChanged();
  }

  #isDropped(status: ZplStatus): boolean {
    if (!this.#outstanding || status.isPaused || status.errors.length > 0 || !isIdle(status)) return false;
    return this.#options.now() - this.#outstanding.sentAt > DROPPED_AFTER;
  }

  /** A printer that is silent in an error got `~JA` before its last answer: it holds nothing, and a started label stays open. */
  #abortExpired(): void {
    if (this.#phase === 'clearing' && this.#status && (isIdle(this.#status) || !this.#status.buffer)) this.#aborts.end([]);
    else this.#aborts.end(new Error(this.#status ? 'the printer still holds labels' : `there is no connection to ${this.#address}`));
  }

  #enter(phase: ZplPhase): void {
    this.#phase = phase;
    this.#changed();
  }

  #changed(): void {
    const seen = JSON.stringify([this.condition(), this.identity(), this.traits, this.count() === undefined]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#listener?.conditionChanged();
  }
}
