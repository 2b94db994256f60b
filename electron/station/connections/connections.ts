import { createHash } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import { OWN_CONTROLLER_NAME, type ConnectionsEvent } from '#contract/station/connections.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import { Connection, type ConnectionListener, type ConnectionOptions, type ConnectionDeps } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { ControllerAccess } from './controller-client.ts';
import { newOwnKey } from './own-key.ts';
import { PinnedCertificate } from './pinned-certificate.ts';
import type { StoredSecret } from '../secrets/sealed-settings.ts';

export interface ConnectionsOptions {
  store: ConnectionStore;
  deps: ConnectionDeps;
  newId: () => string;
  /** Addresses for this run only (`--controller`). */
  controllers: readonly string[];
  /** Whether this station starts a controller itself. */
  hasEmbedded: boolean;
  listener: ConnectionsListener;
}

export interface ConnectionsListener extends Pick<ConnectionListener, 'listed' | 'changed'> {
  removed(connection: Connection): void;
  /** A person switched the embedded controller on or off. Resolves when it runs, or has ended. */
  switched(connection: Connection, isOn: boolean): Promise<void>;
}

/** Every connection is polled all the time. */
const MAX_CONNECTIONS = 128;

export const EMBEDDED_ID = 'embedded';

/**
 * The connections of this station: to its embedded controller, to those that people added, and to those of the command line. Changes run one
 * after the other; a change is stored before it takes effect and is emitted.
 */
export class Connections implements FeedSource<ConnectionsEvent> {
  readonly #options: ConnectionsOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #emitter: Emitter<ConnectionsEvent>;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.deps.report);
  }

  async start(): Promise<void> {
    const { store, controllers, hasEmbedded } = this.#options;
    const names = await store.givenNames();
    await store.encryptKeys().catch(this.#options.deps.report);
    const keys = await store.accessKeys();
    const certificates = await store.certificates();
    if (hasEmbedded) await this.#makeOwnKey(keys);
    const open = (options: Omit<ConnectionOptions, 'embedded'> & { embedded?: boolean }): void => {
      const { id } = options;
      const access = this.#storedAccess({ key: keys.get(id), isKeyLost: keys.has(id) && keys.get(id) === undefined }, certificates.get(id));
      this.#open({ embedded: false, ...options, name: names.get(id) ?? options.name, access });
    };
    if (hasEmbedded) open({ id: EMBEDDED_ID, name: OWN_CONTROLLER_NAME, url: undefined, embedded: true, controllerId: undefined });
    for (const stored of await store.list()) {
      if (URL.canParse(stored.url)) open(stored);
      else this.#options.deps.report(new Error(`The stored connection "${stored.name}" has an invalid address: "${stored.url}"`));
    }
    for (const address of controllers) {
      const url = normalUrl(address);
      if (!this.#findByUrl(url)) open({ id: idOfUrl(url), name: nameOfUrl(url), url, controllerId: undefined });
    }
    this.#sort(await store.order());
    const embedded = this.find(EMBEDDED_ID);
    if (embedded && !(await store.isEmbeddedOn())) embedded.switchOff();
    else if (embedded) await this.#options.listener.switched(embedded, true);
  }

  /** The station has a key of its own at the controller that it starts, and makes another one for a lost one. One that cannot be stored is valid for this run. */
  async #makeOwnKey(keys: Map<string, StoredSecret>): Promise<void> {
    if (keys.get(EMBEDDED_ID) !== undefined) return;
    const key = newOwnKey();
    keys.set(EMBEDDED_ID, key);
    await this.#options.store.putAccess(EMBEDDED_ID, { key }).catch(this.#options.deps.report);
  }

  /** Without a readable certificate the key is withheld too, until a person trusts the certificate again. */
  #storedAccess({ key, isKeyLost }: { key: StoredSecret; isKeyLost: boolean }, pem: string | undefined): ControllerAccess {
    try {
      return { key, ...(isKeyLost && { isKeyLost }), pinned: pem === undefined ? undefined : new PinnedCertificate(pem) };
    } catch (error) {
      this.#options.deps.report(error);
      return { key: undefined, pinned: undefined };
    }
  }

  /** Stops every connection, and resolves when all changes are stored. */
  async stop(): Promise<void> {
    // A connection that is being added has to open before it can be stopped.
    await this.#lastChange;
    for (const connection of this.#connections.values()) connection.stop();
    await this.#lastChange;
  }

  subscribe(listener: (event: ConnectionsEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): ConnectionsEvent {
    return { type: 'snapshot', connections: [...this.#connections.values()].map((connection) => connection.view()) };
  }

  find(id: string): Connection | undefined {
    return this.#connections.get(id);
  }

  /** Throws `not-found` when there is no such connection. */
  get(id: string): Connection {
    const connection = this.find(id);
    if (connection) return connection;
    throw new ProblemError('not-found', { detail: `There is no connection "${id}".` });
  }

  /** Adds a controller by address, online or not. Throws `connection-exists` when a connection has this address, and `too-many-requests`. */
  async add(address: string, { name, ...access }: ControllerAccess & { name?: string | undefined } = {}): Promise<Connection> {
    const url = normalUrl(address);
    return this.#change(async () => {
      const existing = this.#findByUrl(url);
      if (existing)
        throw new ProblemError('connection-exists', { detail: `The address ${url} belongs to the connection "${existing.name}".` });
      this.#refuseTooMany();
      const stored = { id: this.#options.newId(), name: name || nameOfUrl(url), url, controllerId: undefined };
      await this.#options.store.add(stored, access);
      return this.#open({ ...stored, access, embedded: false });
    });
  }

  /** Sets the key and the trusted certificate of a connection; one that is left out is deleted. Throws `not-found`. */
  changeAccess(id: string, access: ControllerAccess): Promise<void> {
    return this.#change(async () => {
      const connection = this.get(id);
      await this.#options.store.putAccess(id, access);
      connection.changeAccess(access);
    });
  }

  /** Throws `not-found`. */
  rename(id: string, name: string): Promise<void> {
    return this.#change(async () => {
      const connection = this.get(id);
      await this.#options.store.rename(id, name);
      connection.name = name;
      this.#emitter.emit({ type: 'changed', connection: connection.view() });
    });
  }

  /** Throws `changed-meanwhile` when `ids` does not name every connection exactly once. */
  order(ids: readonly string[]): Promise<void> {
    return this.#change(async () => {
      const isComplete = ids.length === this.#connections.size && new Set(ids).size === ids.length && ids.every((id) => this.find(id));
      if (!isComplete) throw new ProblemError('changed-meanwhile', { detail: 'Connections were added or removed meanwhile.' });
      await this.#options.store.putOrder(ids);
      this.#sort(ids);
      this.#emitter.emit(this.snapshot());
    });
  }

  /** Starts or stops the embedded controller. Throws `not-found` when this station has none. */
  switchEmbedded(isOn: boolean): Promise<void> {
    return this.#change(async () => {
      const connection = this.get(EMBEDDED_ID);
      if ((connection.state !== 'off') === isOn) return;
      await this.#options.store.switchEmbedded(isOn);
      if (isOn) connection.switchOn();
      else connection.switchOff();
      await this.#options.listener.switched(connection, isOn);
    });
  }

  /** Removes a connection with its name, key and certificate. Throws `not-found`, and `in-use` for the embedded controller. */
  remove(id: string): Promise<void> {
    return this.#change(async () => {
      const connection = this.get(id);
      if (connection.embedded)
        throw new ProblemError('in-use', { detail: 'This station runs the controller itself. Its connection cannot be removed.' });
      await this.#options.store.remove(id);
      connection.stop();
      this.#connections.delete(id);
      this.#options.listener.removed(connection);
      this.#emitter.emit({ type: 'removed', id });
    });
  }

  #refuseTooMany(): void {
    if (this.#connections.size < MAX_CONNECTIONS) return;
    throw new ProblemError('too-many-requests', { detail: `A station has at most ${MAX_CONNECTIONS} connections.` });
  }

  #open(options: ConnectionOptions): Connection {
    const connection = new Connection(options, this.#options.deps, {
      changed: (changed) => {
        this.#options.listener.changed(changed);
        this.#emitter.emit({ type: 'changed', connection: changed.view() });
      },
      listed: (listed, printers) => this.#options.listener.listed(listed, printers),
      twin: (asking, controllerId) => {
        const holder = this.findController(controllerId);
        // The embedded controller has priority: the other connection to it is refused.
        return holder === asking || asking.embedded ? undefined : holder?.name;
      },
      identified: ({ id }, controllerId) =>
        void this.#change(() => this.#options.store.identify(id, controllerId)).catch(this.#options.deps.report),
    });
    this.#connections.set(options.id, connection);
    this.#emitter.emit({ type: 'changed', connection: connection.view() });
    connection.start();
    return connection;
  }

  /** The online connection to the controller with this identity. */
  findController(controllerId: string | undefined): Connection | undefined {
    if (controllerId === undefined) return undefined;
    return [...this.#connections.values()].find((connection) => connection.state === 'online' && connection.controllerId === controllerId);
  }

  /** Connections that `ids` does not name come last, in the order in which they were added. */
  #sort(ids: readonly string[]): void {
    const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const sorted = [...this.#connections].sort(([a], [b]) => place(a) - place(b));
    this.#connections.clear();
    for (const [id, connection] of sorted) this.#connections.set(id, connection);
  }

  #findByUrl(url: string): Connection | undefined {
    return [...this.#connections.values()].find((connection) => connection.url === url);
  }

  /** Runs changes one after the other, so that none acts on a connection that another one is removing. */
  #change<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#lastChange.then(change);
    this.#lastChange = result.catch(() => undefined);
    return result;
  }
}

/** Scheme, host and port in the normal form of the URL standard. Throws `invalid-input`. */
export function normalUrl(address: string): string {
  if (!URL.canParse(address))
    throw new ProblemError('invalid-input', {
      detail: `"${address}" is not an address.`,
      errors: [{ pointer: '/url', detail: 'is not an address' }],
    });
  return new URL(address).origin;
}

function nameOfUrl(url: string): string {
  return new URL(url).host;
}

/** Stays the same over restarts, so that addresses of the page remain valid. */
function idOfUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
