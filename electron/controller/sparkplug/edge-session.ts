import type { SparkplugSettings } from '#contract/api-v3/sparkplug.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import type { Timers } from '../platform/timers.ts';
import { ChangedPrinters } from './changed-printers.ts';
import { decodeCommand } from './decode-command.ts';
import type { EdgeConnection } from './edge-connection.ts';
import { REBIRTH, type DeviceReadings, type EdgeMessage, type EdgeMessages, type Reading } from './edge-messages.ts';
import { commandedDevice, deviceCommandFilter, deviceIdOf, hostStateTopic, nodeTopic } from './edge-topics.ts';
import type { PrimaryHost } from './primary-host.ts';
import type { PrintBatch, PrintHistory } from './print-history.ts';
import { printRecords, type RecordedPrint } from './print-records.ts';
import type { CommandMetric } from './sparkplug-payload.ts';
import { WakeUp } from '../platform/wake-up.ts';

/** Milliseconds from one look at the printers to the next. */
const PAUSE = 1_000;
/** A print that was settled longer ago is history. */
const LIVE = 10_000;
/** How long a host that says nothing is waited for if there is another server. */
const HOST_PATIENCE = 30_000;

/** What the edge node tells about. */
export interface EdgeSource {
  /** The printers that are enabled. */
  printers(): string[];
  node(): Promise<Reading[]>;
  /** Undefined for a printer that was removed meanwhile. */
  printer(name: string): Promise<DeviceReadings | undefined>;
}

/** A metric of a printer that a host has written. */
export interface WrittenMetric {
  printer: string;
  name: string;
  value: CommandMetric['value'];
}

export interface EdgeSessionDeps {
  settings: SparkplugSettings;
  source: EdgeSource;
  history: Pick<PrintHistory, 'next' | 'taken'>;
  events: Pick<Events, 'find' | 'next' | 'subscribe'>;
  /** Executes a command; the readings of the printer then have its result. Never rejects. */
  execute: (written: WrittenMetric) => Promise<void>;
  now: () => number;
  timers: Timers;
  log: Log;
}

/** The part of a connection that a session uses. */
export type SessionConnection = Pick<EdgeConnection, 'events' | 'isClosed' | 'subscribe' | 'publish' | 'fence' | 'end'>;

export interface SessionLink {
  connection: SessionConnection;
  messages: EdgeMessages;
  host: PrimaryHost;
  onPhase: (phase: 'waiting-for-host' | 'online') => void;
  signal: AbortSignal;
}

/** One session: subscribes, waits for the host, publishes births, then data and prints until the connection or the host is lost. */
export class EdgeSession {
  readonly #deps: EdgeSessionDeps;
  readonly #link: SessionLink;
  readonly #wakeUp: WakeUp;
  readonly #changed: ChangedPrinters;
  /** Printers that may have prints to be sent. */
  #withPrints = new Set<string>();
  /** Printers whose last command has a result that was not sent yet. */
  readonly #commanded = new Set<string>();
  #hostState: 'online' | 'offline' | undefined;
  #isRebirthAsked = false;

  constructor(deps: EdgeSessionDeps, link: SessionLink) {
    this.#deps = deps;
    this.#link = link;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#changed = new ChangedPrinters({ ...deps, onEvent: () => undefined });
  }

  /** Resolves with the reason of the end; empty if it was asked for. Rejects when the connection is lost. */
  async run(): Promise<string> {
    const { connection, signal } = this.#link;
    const wake = (): void => this.#wakeUp.now();
    connection.events.on('message', (...message) => this.#received(...message));
    connection.events.on('closed', wake);
    signal.addEventListener('abort', wake);
    try {
      await connection.subscribe(this.#topics());
      if (await this.#waitForHost()) await this.#beOnline();
      return await this.#leave();
    } finally {
      signal.removeEventListener('abort', wake);
      this.#changed.stop();
    }
  }

  #topics(): string[] {
    const { settings } = this.#deps;
    const commands = settings.commands.length > 0 ? [deviceCommandFilter(settings)] : [];
    const host = settings.primaryHostId === '' ? [] : [hostStateTopic(settings.primaryHostId)];
    return [nodeTopic(settings, 'NCMD'), ...commands, ...host];
  }

  get #isOver(): boolean {
    const { connection, signal } = this.#link;
    return signal.aborted || connection.isClosed || this.#hostState === 'offline';
  }

  /** Whether the host is online. Several servers are tried in turn, since the host may be on another one. */
  async #waitForHost(): Promise<boolean> {
    const { settings, now } = this.#deps;
    if (settings.primaryHostId === '') return true;
    this.#link.onPhase('waiting-for-host');
    const end = settings.servers.length > 1 ? now() + HOST_PATIENCE : Infinity;
    while (!this.#isOver && this.#hostState !== 'online' && now() < end) await this.#wakeUp.wait(PAUSE);
    return !this.#isOver && this.#hostState === 'online';
  }

  async #beOnline(): Promise<void> {
    await this.#publishBirths();
    this.#link.onPhase('online');
    while (!this.#isOver) {
      if (this.#isRebirthAsked) await this.#publishBirths();
      await this.#publishData();
      const isMore = await this.#publishPrints();
      if (!isMore && !this.#isRebirthAsked && !this.#isOver) await this.#wakeUp.wait(PAUSE);
    }
  }

  /** The death before an intended end: the server does not publish the will then. */
  async #leave(): Promise<string> {
    const { connection, messages, signal } = this.#link;
    await connection.publish(messages.death(this.#deps.now()));
    await connection.end();
    if (signal.aborted) return '';
    return `The host application "${this.#deps.settings.primaryHostId}" is offline.`;
  }

  async #publishBirths(): Promise<void> {
    const { source, now } = this.#deps;
    this.#isRebirthAsked = false;
    this.#changed.take();
    const node = await source.node();
    const devices: DeviceReadings[] = [];
    for (const name of source.printers()) {
      const device = await source.printer(name);
      if (device) devices.push(device);
    }
    for (const message of this.#link.messages.births(node, devices, now())) await this.#publish(message);
    this.#withPrints = new Set(source.printers());
  }

  /** Publishes what has changed, and the births and deaths of printers that came and went. */
  async #publishData(): Promise<void> {
    const { source, now } = this.#deps;
    const { messages } = this.#link;
    const changed = this.#changed.take();
    const printers = new Set(source.printers());
    for (const printer of messages.born()) {
      if (!printers.has(printer)) await this.#publish(messages.deviceDeath(printer, now()));
    }
    if (changed === undefined) await this.#publish(messages.nodeData(await source.node(), now()));
    const born = new Set(messages.born());
    for (const printer of printers) {
      if (this.#isOver || this.#isRebirthAsked) return;
      const isAsked = this.#commanded.delete(printer);
      if (born.has(printer) && changed !== undefined && !changed.has(printer) && !isAsked) continue;
      this.#withPrints.add(printer);
      const device = await source.printer(printer);
      if (device) await this.#publish(messages.deviceData(device, now()));
    }
  }

  /**
   * Publishes the next prints of each printer, and moves the cursors once the server has read them. Returns whether more wait. A connection
   * that is lost before leaves the cursors where they are: the prints are sent again.
   */
  async #publishPrints(): Promise<boolean> {
    const { history } = this.#deps;
    const { connection } = this.#link;
    const published: PrintBatch[] = [];
    for (const printer of this.#withPrints) {
      if (this.#isOver || this.#isRebirthAsked) break;
      const batch = await history.next(printer);
      if (!batch?.isFull) this.#withPrints.delete(printer);
      if (batch && (await this.#publishBatch(batch))) published.push(batch);
    }
    if (published.length === 0) return false;
    await connection.fence();
    for (const batch of published) await history.taken(batch);
    return published.some(({ isFull }) => isFull);
  }

  async #publishBatch({ printer, prints }: PrintBatch): Promise<boolean> {
    const { now } = this.#deps;
    for (const { group, isHistorical } of liveAndHistorical(prints, now() - LIVE)) {
      const at = Math.max(...group.map(({ settled }) => settled));
      const message = this.#link.messages.printRecords(printer, { rows: printRecords(group), isHistorical, at }, now());
      if (!message) return false;
      await this.#publish(message);
    }
    return true;
  }

  async #publish(message: EdgeMessage | undefined): Promise<void> {
    if (message) await this.#link.connection.publish(message);
  }

  #received(topic: string, payload: Uint8Array, isRetained: boolean): void {
    const { settings } = this.#deps;
    if (settings.primaryHostId !== '' && topic === hostStateTopic(settings.primaryHostId)) {
      this.#hostState = this.#link.host.consider(payload) ?? this.#hostState;
      this.#wakeUp.now();
      return;
    }
    // A command is for the moment at which it is sent.
    if (isRetained) return;
    const metrics = this.#decode(topic, payload);
    if (topic === nodeTopic(settings, 'NCMD')) {
      if (!metrics.some(({ name, value }) => name === REBIRTH && value === true)) return;
      this.#isRebirthAsked = true;
      this.#wakeUp.now();
      return;
    }
    const device = commandedDevice(settings, topic);
    const printer = this.#link.messages.born().find((name) => deviceIdOf(name) === device);
    if (printer !== undefined) void this.#execute(printer, metrics);
  }

  async #execute(printer: string, metrics: readonly CommandMetric[]): Promise<void> {
    for (const { name, alias, value } of metrics) {
      const written = name ?? (alias === undefined ? undefined : this.#link.messages.findName(printer, alias));
      if (written !== undefined) await this.#deps.execute({ printer, name: written, value });
    }
    this.#commanded.add(printer);
    this.#wakeUp.now();
  }

  #decode(topic: string, payload: Uint8Array): CommandMetric[] {
    try {
      return decodeCommand(payload);
    } catch (error) {
      this.#deps.log.warn(`a message on ${topic} cannot be read`, error);
      return [];
    }
  }
}

/** Groups of consecutive prints that are live or historical: the flag belongs to a whole message. */
function liveAndHistorical(prints: readonly RecordedPrint[], before: number): { group: RecordedPrint[]; isHistorical: boolean }[] {
  const groups: { group: RecordedPrint[]; isHistorical: boolean }[] = [];
  for (const print of prints) {
    const isHistorical = print.settled < before;
    const last = groups.at(-1);
    if (last?.isHistorical === isHistorical) last.group.push(print);
    else groups.push({ group: [print], isHistorical });
  }
  return groups;
}
