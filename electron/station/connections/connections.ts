import { createHash } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import { OWN_CONTROLLER_NAME, type ConnectionsEvent } from '#contract/station/connections.ts';
import { Announcer } from '../announcer.ts';
import type { FeedSource } from '../feed.ts';
import { Connection, type ConnectionListener, type ConnectionOptions, type ConnectionWorld } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { ControllerAccess } from './controller-client.ts';
import { PinnedCertificate } from './pinned-certificate.ts';

export interface ConnectionsOptions {
  store: ConnectionStore;
  world: ConnectionWorld;
  newId: () => string;
  /** Addresses given for this run only. */
  controllers: readonly string[];
  /** Whether this station starts a controller itself. */
  hasEmbedded: boolean;
  /** Hears of every list of printers, and of every connection that goes. */
  listener: Pick<ConnectionListener, 'listed' | 'changed'> & {
    removed(connection: Connection): void;
    /** The embedded controller is to run, or to end; resolves when it is so. */
    switched(connection: Connection, isOn: boolean): Promise<void>;
  };
}

/** A station that has more is no station any more: each is polled all the time. */
const MOST_CONNECTIONS = 128;

export const EMBEDDED_ID = 'embedded';

/** Every controller that this station knows: the embedded one, those that people added, and those given for this run. */
export class Connections implements FeedSource<ConnectionsEvent> {
  readonly #options: ConnectionsOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #announcer = new Announcer<ConnectionsEvent>();
  #storing: Promise<unknown> = Promise.resolve();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { store, controllers, hasEmbedded } = this.#options;
    const names = await store.givenNames();
    const keys = await store.accessKeys();
    const certificates = await store.certificates();
    const begin = (options: Omit<ConnectionOptions, 'embedded'> & { embedded?: boolean }): void => {
      const { id } = options;
      const access = this.#storedAccess(keys.get(id), certificates.get(id));
      this.#open({ embedded: false, ...options, name: names.get(id) ?? options.name, access });
    };
    if (hasEmbedded) begin({ id: EMBEDDED_ID, name: OWN_CONTROLLER_NAME, url: undefined, embedded: true, controllerId: undefined });
    for (const stored of await store.list()) {
      if (URL.canParse(stored.url)) begin(stored);
      else this.#options.world.report(new Error(`The stored connection "${stored.name}" has no address that can be used: "${stored.url}"`));
    }
    for (const address of controllers) {
      const url = normalUrl(address);
      if (!this.#findByUrl(url)) begin({ id: idOfUrl(url), name: nameOfUrl(url), url, controllerId: undefined });
    }
    this.#sort(await store.order());
    const embedded = this.find(EMBEDDED_ID);
    if (embedded && !(await store.isEmbeddedOn())) embedded.switchOff();
    else if (embedded) await this.#options.listener.switched(embedded, true);
  }

  /** Where the trusted certificate cannot be read any more a person has to trust it again: until then nobody is sent the key. */
  #storedAccess(key: string | undefined, pem: string | undefined): ControllerAccess {
    try {
      return { key, pinned: pem === undefined ? undefined : new PinnedCertificate(pem) };
    } catch (error) {
      this.#options.world.report(error);
      return { key: undefined, pinned: undefined };
    }
  }

  /** Ends every connection, and resolves when what was to be stored is stored. */
  async stop(): Promise<void> {
    // What is being added is opened first, to be ended with the others.
    await this.#storing;
    for (const connection of this.#connections.values()) connection.stop();
    await this.#storing;
  }

  subscribe(listener: (event: ConnectionsEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
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

  /** Adds a controller by address, whether it answers now or not. Throws `connection-exists` for an address that is there already. */
  async add(address: string, { name, ...access }: ControllerAccess & { name?: string | undefined } = {}): Promise<Connection> {
    const url = normalUrl(address);
    const own = name === undefined || name === '' ? nameOfUrl(url) : name;
    return this.#store(async () => {
      const known = this.#findByUrl(url);
      if (known) throw new ProblemError('connection-exists', { detail: `The address ${url} belongs to the connection "${known.name}".` });
      this.#refuseTooMany();
      const stored = { id: this.#options.newId(), name: own, url, controllerId: undefined };
      await this.#options.store.add(stored, access);
      return this.#open({ ...stored, access, embedded: false });
    });
  }

  /** Gives a connection another key, another trusted certificate, or neither. */
  async admit(id: string, access: ControllerAccess): Promise<void> {
    const connection = this.get(id);
    await this.#store(() => this.#options.store.putAccess(id, access));
    connection.admit(access);
  }

  async rename(id: string, name: string): Promise<void> {
    const connection = this.get(id);
    await this.#store(() => this.#options.store.rename(id, name));
    connection.name = name;
    this.#announcer.announce({ type: 'changed', connection: connection.view() });
  }

  /** Throws `changed-meanwhile` when these are not exactly the connections that there are. */
  async order(ids: readonly string[]): Promise<void> {
    const isComplete = ids.length === this.#connections.size && new Set(ids).size === ids.length && ids.every((id) => this.find(id));
    if (!isComplete) throw new ProblemError('changed-meanwhile', { detail: 'Connections were added or removed meanwhile.' });
    await this.#store(() => this.#options.store.putOrder(ids));
    this.#sort(ids);
    this.#announcer.announce(this.snapshot());
  }

  /** Ends the controller of this station, or starts it again. Throws `not-found` when this station has none. */
  async switchEmbedded(isOn: boolean): Promise<void> {
    const connection = this.get(EMBEDDED_ID);
    await this.#store(async () => {
      if ((connection.state !== 'off') === isOn) return;
      await this.#options.store.switchEmbedded(isOn);
      if (isOn) connection.switchOn();
      else connection.switchOff();
      await this.#options.listener.switched(connection, isOn);
    });
  }

  /** Forgets a connection and what it knew of its controller. The embedded one stays: `in-use`. */
  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (connection.embedded)
      throw new ProblemError('in-use', { detail: 'This station runs the controller itself, so the connection stays.' });
    await this.#store(() => this.#options.store.remove(id));
    connection.stop();
    this.#connections.delete(id);
    this.#options.listener.removed(connection);
    this.#announcer.announce({ type: 'removed', id });
  }

  #refuseTooMany(): void {
    if (this.#connections.size < MOST_CONNECTIONS) return;
    throw new ProblemError('too-many-requests', { detail: `A station has at most ${MOST_CONNECTIONS} connections.` });
  }

  #open(options: ConnectionOptions): Connection {
    const connection = new Connection(options, this.#options.world, {
      changed: (changed) => {
        this.#options.listener.changed(changed);
        this.#announcer.announce({ type: 'changed', connection: changed.view() });
      },
      listed: (listed, printers) => this.#options.listener.listed(listed, printers),
      twin: (asking, controllerId) => {
        const holder = this.findController(controllerId);
        // The embedded controller belongs here: it is the other way to it that is refused.
        return holder === asking || asking.embedded ? undefined : holder?.name;
      },
      identified: ({ id }, controllerId) =>
        void this.#store(() => this.#options.store.identify(id, controllerId)).catch(this.#options.world.report),
    });
    this.#connections.set(options.id, connection);
    this.#announcer.announce({ type: 'changed', connection: connection.view() });
    connection.start();
    return connection;
  }

  /** The connection whose controller has this identity and is online. */
  findController(controllerId: string | undefined): Connection | undefined {
    if (controllerId === undefined) return undefined;
    return [...this.#connections.values()].find((connection) => connection.state === 'online' && connection.controllerId === controllerId);
  }

  /** Those that are not named stay behind, in the order in which they came. */
  #sort(ids: readonly string[]): void {
    const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const sorted = [...this.#connections].sort(([a], [b]) => place(a) - place(b));
    this.#connections.clear();
    for (const [id, connection] of sorted) this.#connections.set(id, connection);
  }

  #findByUrl(url: string): Connection | undefined {
    return [...this.#connections.values()].find((connection) => connection.url === url);
  }

  /** One write after the other. What is told is stored already. */
  #store<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = this.#storing.then(write);
    this.#storing = result.catch(() => undefined);
    return result;
  }
}

/** Scheme, host and port, as every writing of the same address has them. */
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

/** The same over restarts, so that pages keep their addresses. */
function idOfUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
