import type { SparkplugPhase, SparkplugServer, SparkplugTest } from '#contract/api-v3/sparkplug.ts';
import { openBrokerSocket, ServerFault } from './broker-socket.ts';
import { EdgeConnection } from './edge-connection.ts';
import { EdgeMessages } from './edge-messages.ts';
import { EdgeSession, type EdgeSessionDeps } from './edge-session.ts';
import { nodeTopic } from './edge-topics.ts';
import { PrimaryHost } from './primary-host.ts';
import { ServerWalk } from './server-walk.ts';
import { WakeUp } from '../platform/wake-up.ts';

/** Milliseconds until a connection is there. */
const CONNECT_LIMIT = 15_000;
/** Milliseconds for the death and the disconnection; after them the server publishes the will. */
const LEAVE_LIMIT = 2_500;
/** An MQTT 3.1.1 server must accept client ids of up to 23 characters, and all accept more. */
const MAX_CLIENT_ID = 200;

/** What the edge node does. */
export interface EdgeState {
  phase: SparkplugPhase;
  server?: string;
  reason?: string;
  refusedFingerprint?: string;
  birthDeathSequence?: number;
}

export interface SparkplugEdgeDeps extends EdgeSessionDeps {
  /** The number of the next connection; it is stored before it is used. */
  nextBdSeq: () => Promise<number>;
  onState: (state: EdgeState) => void;
}

/** The edge node while it is switched on: connects to the servers in turn, and holds a session. */
export class SparkplugEdge {
  readonly #deps: SparkplugEdgeDeps;
  readonly #messages: EdgeMessages;
  /** The host application as each server tells about it: it has a time of its own on each. */
  readonly #hosts = new Map<string, PrimaryHost>();
  readonly #walk: ServerWalk;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  #loop: Promise<void> | undefined;
  #bdSeq: number | undefined;
  #connection: EdgeConnection | undefined;

  constructor(deps: SparkplugEdgeDeps) {
    this.#deps = deps;
    this.#messages = new EdgeMessages(deps.settings);
    this.#walk = new ServerWalk(deps.settings.servers.length);
    this.#wakeUp = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#connectAgain();
  }

  /** Publishes the death of the node, and disconnects. */
  async stop(): Promise<void> {
    const { timers } = this.#deps;
    this.#stop.abort();
    this.#wakeUp.now();
    const timer = timers.setTimeout(() => this.#connection?.destroy(), LEAVE_LIMIT);
    await this.#loop;
    timers.clearTimeout(timer);
  }

  async #connectAgain(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const server = this.#deps.settings.servers[this.#walk.current];
      if (!server) return;
      const fault = await this.#tryServer(server);
      const pause = this.#walk.failed();
      if (this.#stop.signal.aborted) return;
      this.#deps.log.info(`sparkplug: ${server.url}: ${fault.reason}`);
      this.#deps.onState({ phase: 'backing-off', server: server.url, ...fault });
      await this.#wakeUp.wait(pause);
    }
  }

  /** Never rejects: says why the session ended. */
  async #tryServer(server: SparkplugServer): Promise<{ reason: string; refusedFingerprint?: string }> {
    const { signal } = this.#stop;
    this.#deps.onState({ phase: 'connecting', server: server.url });
    try {
      const connection = await this.#connect(server);
      this.#connection = connection;
      const onPhase = (phase: 'waiting-for-host' | 'online'): void => {
        if (phase === 'online') this.#walk.succeeded();
        this.#deps.onState({ phase, server: server.url, ...(this.#bdSeq !== undefined && { birthDeathSequence: this.#bdSeq }) });
      };
      const link = { connection, messages: this.#messages, host: this.#hostOn(server), onPhase, signal };
      return { reason: await new EdgeSession(this.#deps, link).run() };
    } catch (error) {
      return faultOf(error);
    } finally {
      if (this.#connection?.isClosed === false) this.#connection.destroy();
      this.#connection = undefined;
    }
  }

  #hostOn({ url }: SparkplugServer): PrimaryHost {
    const host = this.#hosts.get(url) ?? new PrimaryHost();
    this.#hosts.set(url, host);
    return host;
  }

  /** Every connection has the next number, in its will and its births. */
  async #connect(server: SparkplugServer): Promise<EdgeConnection> {
    const { settings, nextBdSeq, now } = this.#deps;
    const limit = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CONNECT_LIMIT)]);
    const socket = await openBrokerSocket({ server, authorities: settings.authorities }, limit);
    const destroy = (): void => void socket.destroy();
    this.#stop.signal.addEventListener('abort', destroy);
    try {
      this.#bdSeq = await nextBdSeq();
      this.#messages.begin(this.#bdSeq);
      return await EdgeConnection.open(socket, { ...clientOf(this.#deps), will: this.#messages.death(now()) });
    } catch (error) {
      destroy();
      throw error;
    } finally {
      this.#stop.signal.removeEventListener('abort', destroy);
    }
  }
}

/** Connects to each server with the user and password, and asks for the topic of commands; publishes nothing. Never rejects. */
export async function testServers(deps: Pick<SparkplugEdgeDeps, 'settings' | 'timers'>): Promise<SparkplugTest> {
  return Promise.all(deps.settings.servers.map((server) => testServer(server, deps)));
}

async function testServer(server: SparkplugServer, deps: Pick<SparkplugEdgeDeps, 'settings' | 'timers'>): Promise<SparkplugTest[number]> {
  const { settings } = deps;
  try {
    const socket = await openBrokerSocket({ server, authorities: settings.authorities }, AbortSignal.timeout(CONNECT_LIMIT));
    const client = clientOf(deps);
    // A server ends the connection of another client with the same id.
    const connection = await EdgeConnection.open(socket, { ...client, clientId: `${client.clientId}-test` });
    try {
      await connection.subscribe([nodeTopic(settings, 'NCMD')]);
    } finally {
      await connection.end();
    }
    return { url: server.url, isReachable: true };
  } catch (error) {
    return { url: server.url, isReachable: false, ...faultOf(error) };
  }
}

function clientOf({ settings, timers }: Pick<SparkplugEdgeDeps, 'settings' | 'timers'>) {
  const { user, password, keepAlive, groupId, nodeId } = settings;
  return { clientId: `strobe-${groupId}-${nodeId}`.slice(0, MAX_CLIENT_ID), user, password: password ?? undefined, keepAlive, timers };
}

function faultOf(error: unknown): { reason: string; refusedFingerprint?: string } {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServerFault) || error.fingerprint === undefined) return { reason };
  return { reason, refusedFingerprint: error.fingerprint };
}
