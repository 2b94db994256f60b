import type { Health } from '#contract/api-v3/health.ts';
import type { PrinterProperties } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Connection as ConnectionView, ConnectionState } from '#contract/station/connections.ts';
import type { Clock } from '../clock.ts';
import { backOff } from './back-off.ts';
import { move, silentState } from './connection-state.ts';
import { ControllerClient, type ControllerAccess } from './controller-client.ts';
import { identify, type Identity } from './identify.ts';

/** What a connection needs of the world around it. */
export interface ConnectionWorld {
  clock: Clock;
  /** 0 <= random() < 1; spreads the attempts of many connections. */
  random: () => number;
  /** Milliseconds between two looks at a controller that answers. */
  checkInterval: number;
  /** Longest time that one look may take. */
  limit: number;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

/** What a connection tells its owner: facts, nothing to do. */
export interface ConnectionListener {
  changed(connection: Connection): void;
  /** The printers that the controller has now. Told whenever the list came anew. */
  listed(connection: Connection, printers: [string, PrinterProperties][]): void;
  /** Another connection that reaches the very same controller, by the name people know it by. */
  twin(connection: Connection, controllerId: string): string | undefined;
  /** The identity at this address is known from now on. */
  identified(connection: Connection, controllerId: string): void;
}

export interface ConnectionOptions {
  id: string;
  name: string;
  /** Undefined until the embedded controller has said where it listens. */
  url: string | undefined;
  /** What the controller asks of others than its own machine, and what it proves itself with. The key goes to that controller alone. */
  access?: ControllerAccess | undefined;
  embedded: boolean;
  /** Identity of the controller that was first seen at this address. */
  controllerId: string | undefined;
}

type Controller = Extract<Identity, { kind: 'controller' }>;
type Refused = Extract<Identity, { kind: 'foreign' | 'locked' | 'untrusted' }>;

/**
 * The way to one controller. Looks every few seconds who answers at the address, and lets nothing through to a controller that is
 * not the one it knows. While it is not online it tries again with growing, jittered pauses.
 */
export class Connection {
  readonly id: string;
  readonly embedded: boolean;
  name: string;
  readonly #world: ConnectionWorld;
  readonly #listener: ConnectionListener;
  #client: ControllerClient | undefined;
  /** Its process ended because its data folder is not at its place. */
  #isFolderLost = false;
  #controllerId: string | undefined;
  #state: ConnectionState = 'connecting';
  #reason: string | null = null;
  /** What was found when it was refused. */
  #refused: Refused | undefined;
  #lastContact: number | null = null;
  #known: Controller | undefined;
  #failures = 0;
  #epoch = 0;
  #looking: AbortController | undefined;
  #cancelNext: (() => void) | undefined;
  #isStarted = false;

  constructor(options: ConnectionOptions, world: ConnectionWorld, listener: ConnectionListener) {
    this.id = options.id;
    this.name = options.name;
    this.embedded = options.embedded;
    this.#controllerId = options.controllerId;
    this.#client = options.url === undefined ? undefined : new ControllerClient(options.url, options.access);
    this.#world = world;
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
    return this.#known?.health !== undefined;
  }

  /** Grows whenever the connection comes online or leaves it: an answer to a question of an older epoch is worth nothing. */
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
    this.#looking?.abort();
    this.#client?.stop();
  }

  /** The embedded controller listens at this address now; it is the controller that belongs here, whatever was there before. */
  moveTo(url: string): void {
    if (this.#state === 'off') return;
    this.#client?.stop();
    this.#client = new ControllerClient(url);
    this.#controllerId = undefined;
    this.#known = undefined;
    this.#failures = 0;
    this.#lookAgain();
  }

  /** With what the controller is asked. */
  get access(): ControllerAccess {
    return this.#client?.access ?? {};
  }

  /**
   * Asks with another key or another trusted certificate from now on, and looks at once what comes of it. Orders that are on their way end as
   * they began.
   */
  admit(access: ControllerAccess): void {
    if (!this.#client) return;
    this.#client = new ControllerClient(this.#client.url, access);
    this.#failures = 0;
    this.#lookAgain();
    this.#listener.changed(this);
  }

  /** Something went wrong on the way: look at once instead of at the next turn. */
  suspect(): void {
    if (this.#state === 'online' && !this.#looking) this.#lookAgain();
  }

  /** The supervisor knows that the embedded controller is gone, or not yet there: nobody looks for it before it has told its new address. */
  gone(reason: string, isFolderLost = false): void {
    if (this.#state === 'off') return;
    this.#isFolderLost = isFolderLost;
    this.#lookNoMore();
    this.#silent(reason);
  }

  /** People do not want this controller now: nobody looks for it until it is switched on. */
  switchOff(): void {
    this.#lookNoMore();
    this.#client?.stop();
    this.#client = undefined;
    if (this.#enter('off', 'It is switched off.')) this.#listener.changed(this);
  }

  /** The controller is wanted again; where it listens is told by `moveTo`. */
  switchOn(): void {
    if (this.#state === 'off' && this.#enter('connecting', null)) this.#listener.changed(this);
  }

  /** The client of a controller that is online. Throws `controller-unreachable` with the reason when it is not. */
  online(): ControllerClient {
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
      lastContact: this.#lastContact,
      ...toldBy(this.#known?.health),
      hasExtensions: this.hasExtensions,
      ...(this.#isFolderLost && { isFolderLost: true as const }),
    };
  }

  #lookNoMore(): void {
    this.#cancelNext?.();
    this.#looking?.abort();
    this.#looking = undefined;
  }

  #lookAgain(): void {
    this.#looking?.abort();
    this.#looking = undefined;
    this.#schedule(0);
  }

  #schedule(delay: number): void {
    this.#cancelNext?.();
    if (this.#isStarted) this.#cancelNext = this.#world.clock.after(delay, () => void this.#look().catch(this.#world.report));
  }

  async #look(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    const looking = new AbortController();
    this.#looking = looking;
    const now = this.#world.clock.now();
    client.endExpired(now);
    const identity = await identify(client, { limit: this.#world.limit, now, signal: looking.signal, known: this.#known });
    if (looking.signal.aborted) return;
    this.#looking = undefined;
    if (identity.kind === 'silent') this.#silent(identity.reason);
    else if (identity.kind !== 'controller') this.#refuse(identity);
    else this.#seen(identity);
    this.#schedule(this.#pause());
  }

  #pause(): number {
    if (this.#state === 'online') return this.#world.checkInterval;
    return backOff(this.#failures, this.#world.random);
  }

  #seen(controller: Controller): void {
    const refusal = this.#refusalOf(controller.health?.id);
    if (refusal !== undefined) return this.#refuse({ kind: 'foreign', reason: refusal });
    const isNews = this.#state !== 'online' || !isSame(this.#known, controller);
    const isNewList = this.#state !== 'online' || this.#known?.listing !== controller.listing;
    this.#known = controller;
    this.#failures = 0;
    this.#lastContact = this.#world.clock.now();
    this.#enter('online', null);
    if (isNews) this.#listener.changed(this);
    if (isNewList) this.#listener.listed(this, controller.printers);
  }

  /** Why this controller is not let in, or undefined. Remembers the identity of the first one. */
  #refusalOf(id: string | undefined): string | undefined {
    if (this.#controllerId !== undefined && id !== this.#controllerId) {
      const who = id === undefined ? 'A controller without an identity' : 'Another controller';
      return `${who} answers at this address than before. Remove the connection and add it again to accept it.`;
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

  #silent(reason: string): void {
    this.#failures += 1;
    if (this.#enter(silentState(this.#state), reason)) this.#listener.changed(this);
  }

  /** Returns whether anything is different now. */
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

/** What a controller says of itself; little for one that is not ours. */
function toldBy(
  health: Health | undefined,
): Pick<ConnectionView, 'safeMode' | 'version' | 'timeZone' | 'clock' | 'isRestored' | 'isLogStuck' | 'isDrawingDown' | 'unusable'> {
  return {
    safeMode: health?.status === 'safe-mode',
    version: health?.version ?? null,
    timeZone: health?.timeZone ?? null,
    clock: health?.clock ?? null,
    isRestored: health?.isRestored ?? false,
    ...faultsOf(health),
  };
}

/** What is said only while it is so. */
function faultsOf({ isLogStuck, isDrawingDown, unusable }: Partial<Health> = {}): Pick<
  ConnectionView,
  'isLogStuck' | 'isDrawingDown' | 'unusable'
> {
  return { ...(isLogStuck && { isLogStuck }), ...(isDrawingDown && { isDrawingDown }), ...(unusable && { unusable }) };
}

function isSame(known: Controller | undefined, seen: Controller): boolean {
  const facts = ({ health }: Controller): unknown[] => [
    health?.id,
    health?.status,
    health?.version,
    health?.timeZone,
    health?.clock,
    health?.isRestored,
    health?.isLogStuck,
    health?.isDrawingDown,
    JSON.stringify(health?.unusable),
  ];
  return known !== undefined && facts(known).every((fact, index) => fact === facts(seen)[index]);
}
