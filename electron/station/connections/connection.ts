import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Connection as ConnectionView, ConnectionState } from '#contract/station/connections.ts';
import type { Clock } from '../platform/system-clock.ts';
import { backOff } from './back-off.ts';
import { move, unreachableState } from './connection-state.ts';
import { ControllerClient, type ControllerAccess } from './controller-client.ts';
import { healthFields, isSameHealth } from './health-fields.ts';
import { identify, type Identity } from './identify.ts';

/** What a connection depends on. */
export interface ConnectionDeps {
  clock: Clock;
  /** 0 <= random() < 1; spreads the attempts of many connections. */
  random: () => number;
  /** Milliseconds between two checks of a controller that answers. */
  checkInterval: number;
  /** Longest time that one check may take, in milliseconds. */
  limit: number;
  /** The person for whom the station acts. */
  author?: (() => string) | undefined;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The events of a connection, and the one question that it cannot answer itself. */
export interface ConnectionListener {
  changed(connection: Connection): void;
  /** The controller's printers. Called when the connection comes online and whenever the list has changed. */
  listed(connection: Connection, printers: [string, PrinterProperties][]): void;
  /** The name of another connection to the same controller; undefined when there is none. */
  twin(connection: Connection, controllerId: string): string | undefined;
  /** The controller at this address reported its identity for the first time. */
  identified(connection: Connection, controllerId: string): void;
}

export interface ConnectionOptions {
  id: string;
  name: string;
  /** Undefined until the embedded controller has reported its address. */
  url: string | undefined;
  /** API key and trusted certificate. The key is sent to this controller only. */
  access?: ControllerAccess | undefined;
  embedded: boolean;
  /** Identity of the controller that first answered at this address. */
  controllerId: string | undefined;
}

type Controller = Extract<Identity, { kind: 'controller' }>;
type Refused = Extract<Identity, { kind: 'foreign' | 'locked' | 'untrusted' }>;

/**
 * The link to one controller. Checks every few seconds which controller answers at the address, and passes no request to another one than the
 * first. While it is not online it retries with growing, jittered pauses. An unexpected error is logged, and the checks go on.
 */
export class Connection {
  readonly id: string;
  readonly embedded: boolean;
  name: string;
  readonly #deps: ConnectionDeps;
  readonly #listener: ConnectionListener;
  #client: ControllerClient | undefined;
  /** Is also kept while there is no client. */
  #access: ControllerAccess;
  /** The embedded controller's process ended because its data folder is missing. */
  #isFolderLost = false;
  #controllerId: string | undefined;
  #state: ConnectionState = 'connecting';
  #reason: string | null = null;
  /** The result of the check that refused the controller. */
  #refused: Refused | undefined;
  #lastContact: number | null = null;
  /** The controller as the last successful check saw it. */
  #controller: Controller | undefined;
  /** The list of printers that the listener took last: it gets the same one again after it has thrown. */
  #listed: Buffer | undefined;
  #failures = 0;
  #epoch = 0;
  #check: AbortController | undefined;
  #cancelNext: (() => void) | undefined;
  #isStarted = false;

  constructor(options: ConnectionOptions, deps: ConnectionDeps, listener: ConnectionListener) {
    this.id = options.id;
    this.name = options.name;
    this.embedded = options.embedded;
    this.#controllerId = options.controllerId;
    this.#access = options.access ?? {};
    this.#client = options.url === undefined ? undefined : new ControllerClient(options.url, options.access, deps);
    this.#deps = deps;
    this.#listener = listener;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get reason(): string | null {
    return this.#reason;
  }

  get controllerId(): string | undefined {
    return this.#controllerId;
  }

  get url(): string | undefined {
    return this.#client?.url;
  }

  get hasExtensions(): boolean {
    return this.#controller?.health !== undefined;
  }

  /** Grows whenever the state changes: the answer to a request of an older epoch is out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  start(): void {
    this.#isStarted = true;
    this.#schedule(0);
  }

  stop(): void {
    this.#isStarted = false;
    this.#cancelNext?.();
    this.#check?.abort();
    this.#client?.stop();
  }

  /** Sets the address of the embedded controller and accepts whatever identity it has: its data may have been replaced. */
  moveTo(url: string): void {
    if (this.#state === 'off') return;
    this.#client?.stop();
    this.#client = new ControllerClient(url, this.#access, this.#deps);
    this.#controllerId = undefined;
    this.#controller = undefined;
    this.#failures = 0;
    this.#restartCheck();
  }

  /** API key and trusted certificate of this connection. */
  get access(): ControllerAccess {
    return this.#access;
  }

  /** Uses another key or another trusted certificate from the next request on, and checks the controller at once. Requests in flight keep the old one. */
  changeAccess(access: ControllerAccess): void {
    this.#access = access;
    if (!this.#client) return;
    this.#client = this.#client.withAccess(access);
    this.#failures = 0;
    this.#restartCheck();
    this.#listener.changed(this);
  }

  /** Checks an online controller at once: a request to it has failed (then a running check will do), or its list of printers was changed. */
  checkNow({ isListChanged = false } = {}): void {
    if (this.#state === 'online' && (isListChanged || !this.#check)) this.#restartCheck();
  }

  /** The supervisor says that the embedded controller has ended or still starts: no checks until `moveTo`. */
  setUnavailable(reason: string, isFolderLost = false): void {
    if (this.#state === 'off') return;
    this.#isFolderLost = isFolderLost;
    this.#stopChecks();
    this.#unreachable(reason);
  }

  /** A person switched the embedded controller off: no checks until `switchOn`. */
  switchOff(): void {
    this.#stopChecks();
    this.#client?.stop();
    this.#client = undefined;
    if (this.#enter('off', 'It is switched off.')) this.#listener.changed(this);
  }

  /** `moveTo` sets the address later. */
  switchOn(): void {
    if (this.#state === 'off' && this.#enter('connecting', null)) this.#listener.changed(this);
  }

  /** Throws `controller-unreachable` with the reason when the controller is not online. */
  getClient(): ControllerClient {
    if (this.#state === 'online' && this.#client) return this.#client;
    const reason = this.#reason ?? 'It has not answered yet.';
    throw new ProblemError('controller-unreachable', { detail: `The controller "${this.name}" is not connected. ${reason}` });
  }

  view(): ConnectionView {
    return {
      id: this.id,
      name: this.name,
      url: this.#client?.url ?? '',
      embedded: this.embedded,
      state: this.#state,
      reason: this.#reason,
      ...refusalOf(this.#refused),
      trusted: this.access.pinned?.fingerprint ?? null,
      hasKey: this.access.key !== undefined,
      ...(this.access.isKeyLost && { isKeyLost: true as const }),
      lastContact: this.#lastContact,
      ...healthFields(this.#controller?.health),
      hasExtensions: this.hasExtensions,
      ...(this.#isFolderLost && { isFolderLost: true as const }),
    };
  }

  #stopChecks(): void {
    this.#cancelNext?.();
    this.#check?.abort();
    this.#check = undefined;
  }

  #restartCheck(): void {
    this.#stopChecks();
    this.#schedule(0);
  }

  #schedule(delay: number): void {
    this.#cancelNext?.();
    if (this.#isStarted) this.#cancelNext = this.#deps.clock.after(delay, () => void this.#runCheck());
  }

  /** Never rejects. After an abort, by stopping or restarting the checks, it does not schedule the next one. */
  async #runCheck(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    const check = new AbortController();
    this.#check = check;
    try {
      const identity = await this.#identify(client, check.signal);
      if (!check.signal.aborted) this.#apply(identity);
    } catch (error) {
      this.#failures += 1;
      this.#deps.report(error);
    }
    if (check.signal.aborted) return;
    this.#check = undefined;
    this.#schedule(this.#pause());
  }

  async #identify(client: ControllerClient, signal: AbortSignal): Promise<Identity> {
    const now = this.#deps.clock.now();
    client.closeExpired(now);
    const options = { limit: this.#deps.limit, now, signal, last: this.#controller };
    const identity = await identify(client, options);
    if (!this.embedded || identity.kind !== 'locked' || client.access.key === undefined) return identity;
    // A controller that an earlier station started does not know the key of this one, and may not need any.
    const keyless = client.withAccess({ ...client.access, key: undefined });
    const other = await identify(keyless, options);
    if (other.kind === 'controller' && this.#client === client) this.#client = keyless;
    return other.kind === 'controller' ? other : identity;
  }

  #apply(identity: Identity): void {
    if (identity.kind === 'unreachable') this.#unreachable(identity.reason);
    else if (identity.kind !== 'controller') this.#refuse(identity);
    else this.#answered(identity);
  }

  #pause(): number {
    if (this.#state === 'online') return this.#deps.checkInterval;
    return backOff(this.#failures, this.#deps.random);
  }

  #answered(controller: Controller): void {
    const refusal = this.#refusalOf(controller.health?.id);
    if (refusal !== undefined) return this.#refuse({ kind: 'foreign', reason: refusal });
    const hasChanged = this.#state !== 'online' || !this.#controller || !isSameHealth(this.#controller.health, controller.health);
    if (this.#state !== 'online') this.#listed = undefined;
    this.#controller = controller;
    this.#failures = 0;
    this.#lastContact = this.#deps.clock.now();
    this.#enter('online', null);
    if (hasChanged) this.#listener.changed(this);
    if (this.#listed === controller.listing) return;
    this.#listener.listed(this, controller.printers);
    this.#listed = controller.listing;
  }

  /** Why this controller is refused; undefined when it is not. Stores the identity of the first controller. */
  #refusalOf(id: string | undefined): string | undefined {
    if (this.#controllerId !== undefined && id !== this.#controllerId) {
      const subject = id === undefined ? 'A controller without an identity' : 'Another controller';
      return `${subject} answers at this address than before. Remove the connection and add it again to accept it.`;
    }
    if (id === undefined) return undefined;
    const twin = this.#listener.twin(this, id);
    if (twin !== undefined) return `This is the same controller as "${twin}".`;
    if (this.#controllerId === undefined) {
      this.#controllerId = id;
      this.#listener.identified(this, id);
    }
    return undefined;
  }

  #refuse(refused: Refused): void {
    this.#failures += 1;
    this.#refused = refused;
    if (this.#enter('refused', refused.reason)) this.#listener.changed(this);
  }

  #unreachable(reason: string): void {
    this.#failures += 1;
    if (this.#enter(unreachableState(this.#state), reason)) this.#listener.changed(this);
  }

  /** Returns whether the state or its reason changed. */
  #enter(state: ConnectionState, reason: string | null): boolean {
    const isDifferent = this.#state !== state || this.#reason !== reason;
    if (this.#state !== state) this.#epoch += 1;
    if (state !== 'refused') this.#refused = undefined;
    if (state === 'online' || state === 'off') this.#isFolderLost = false;
    this.#state = move(this.#state, state);
    this.#reason = reason;
    return isDifferent;
  }
}

function refusalOf(refused: Refused | undefined): Pick<ConnectionView, 'refusal' | 'untrusted'> {
  if (!refused) return { refusal: null, untrusted: null };
  if (refused.kind === 'untrusted') return { refusal: 'certificate', untrusted: refused.certificate };
  return { refusal: refused.kind === 'locked' ? 'key' : 'other', untrusted: null };
}
