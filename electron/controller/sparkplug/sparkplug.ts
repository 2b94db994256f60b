import type { SparkplugCommands, SparkplugSettings, SparkplugState, SparkplugTest } from '#contract/api-v3/sparkplug.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { Events } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import { TaskQueue } from '../platform/task-queue.ts';
import type { Timers } from '../platform/timers.ts';
import type { CommandRunner } from './command-runner.ts';
import type { DeviceReadings, Reading } from './edge-messages.ts';
import { MOST_COUNTED, PrintHistory } from './print-history.ts';
import type { EdgeState, SparkplugEdge } from './sparkplug-edge.ts';
import { withoutPassword, withPassword, type SparkplugSettingsStore } from './sparkplug-settings.ts';

export interface SparkplugOptions {
  db: ControllerDatabase;
  store: SparkplugSettingsStore;
  /** The names of all printers, and of those that are enabled. */
  printers: { names(): string[]; enabled(): string[] };
  /** What is told about the node, and about a printer. */
  node: () => Promise<Reading[]>;
  printer: (name: string, commands: SparkplugCommands | undefined, lastResult: string) => Promise<DeviceReadings | undefined>;
  commands: CommandRunner;
  events: Events;
  now: () => number;
  timers: Timers;
  isSafeMode: boolean;
  log: Log;
}

/** The edge node of MQTT Sparkplug B: its settings, its state, and the node itself while it is on. Its code is loaded when it is first needed. */
export class Sparkplug {
  readonly #options: SparkplugOptions;
  readonly #history: PrintHistory;
  readonly #changes = new TaskQueue();
  /** What became of the last command at each printer. */
  readonly #lastResults = new Map<string, string>();
  #edge: SparkplugEdge | undefined;
  #state: EdgeState = { phase: 'off' };
  #since: number;

  constructor(options: SparkplugOptions) {
    this.#options = options;
    this.#history = new PrintHistory(options.db);
    this.#since = options.now();
  }

  /** Connects if it is switched on. Settings that cannot be used are logged. */
  async start(): Promise<void> {
    await this.#changes.run(async () => {
      try {
        await this.#begin(await this.#options.store.read());
      } catch (error) {
        this.#options.log.error('sparkplug could not be started', error);
      }
    });
  }

  /** Publishes the death of the node, and disconnects. */
  async stop(): Promise<void> {
    await this.#changes.run(() => this.#end());
  }

  /** Without the password. Throws `content-unusable`. */
  async settings(db?: ControllerDatabase | ControllerTransaction): Promise<SparkplugSettings> {
    return withoutPassword(await this.#options.store.read(db));
  }

  /** Stores the settings, and connects with them. Throws `invalid-input` naming the field at fault, and what the condition throws. */
  async put(written: SparkplugSettings, condition?: WriteCondition): Promise<void> {
    this.#refuseUnknownPrinters(written);
    await this.#changes.run(async () => {
      const { db, store } = this.#options;
      const settings = await inTransaction(db, async (trx) => {
        await condition?.(trx);
        const stored = await store.read(trx);
        const merged = withPassword(written, stored);
        await store.store(merged, trx);
        if (merged.isEnabled && !stored.isEnabled) await this.#history.begin(trx);
        if (!merged.isEnabled) await this.#history.end(trx);
        return merged;
      });
      await this.#end();
      await this.#begin(settings);
    });
  }

  /** The state of the connection, and what waits for it. */
  async state(): Promise<SparkplugState> {
    const { waiting, oldest, sent } = await this.#history.waiting(this.#options.printers.names());
    return {
      ...this.#state,
      since: new Date(this.#since).toISOString(),
      history: { waiting, most: MOST_COUNTED, ...(oldest !== undefined && { oldest: new Date(oldest).toISOString() }), sent },
    };
  }

  /** Connects to all servers of these settings, without storing them, and publishes nothing. Throws `invalid-input`. */
  async test(written: SparkplugSettings): Promise<SparkplugTest> {
    const settings = withPassword(written, await this.#options.store.read());
    const { testServers } = await import('./sparkplug-edge.ts');
    return testServers({ ...this.#options, settings });
  }

  /** A printer has another name; without one it was removed, and a later printer of its name takes no commands. */
  async printerChanged(printer: string, to: string | undefined): Promise<void> {
    await this.#changes.run(async () => {
      const { db, store } = this.#options;
      const settings = await store.read();
      if (commandsAt(printer, settings) === undefined) return;
      const commands = settings.commands.flatMap((one) =>
        one.printer !== printer ? [one] : to === undefined ? [] : [{ ...one, printer: to }],
      );
      await inTransaction(db, (trx) => store.store({ ...settings, commands }, trx));
      await this.#end();
      await this.#begin({ ...settings, commands });
    });
  }

  async #begin(settings: SparkplugSettings): Promise<void> {
    const { store, isSafeMode, printers, node } = this.#options;
    if (!settings.isEnabled || isSafeMode) {
      this.#setState({ phase: 'off', ...(settings.isEnabled && { reason: 'The controller is in safe mode.' }) });
      return;
    }
    const { SparkplugEdge } = await import('./sparkplug-edge.ts');
    this.#edge = new SparkplugEdge({
      ...this.#options,
      ...{ settings, history: this.#history },
      source: { node, printers: () => printers.enabled(), printer: (name) => this.#readPrinter(name, settings) },
      execute: async (written) => {
        const permitted = commandsAt(written.printer, settings);
        const result = await this.#options.commands.run(written, permitted);
        if (result !== undefined) this.#lastResults.set(written.printer, result);
      },
      nextBdSeq: () => store.nextBdSeq(),
      onState: (state) => this.#setState(state),
    });
    this.#edge.start();
  }

  async #end(): Promise<void> {
    const edge = this.#edge;
    this.#edge = undefined;
    await edge?.stop();
    this.#setState({ phase: 'off' });
  }

  #readPrinter(name: string, settings: SparkplugSettings): Promise<DeviceReadings | undefined> {
    return this.#options.printer(name, commandsAt(name, settings), this.#lastResults.get(name) ?? '');
  }

  #setState(state: EdgeState): void {
    if (state.phase !== this.#state.phase) this.#since = this.#options.now();
    this.#state = state;
  }

  #refuseUnknownPrinters({ commands }: SparkplugSettings): void {
    const known = new Set(this.#options.printers.names());
    const errors = commands.flatMap(({ printer }, at) =>
      known.has(printer) ? [] : [{ pointer: `/commands/${at}/printer`, detail: `there is no printer "${printer}"` }],
    );
    if (errors.length === 0) return;
    throw new ProblemError('invalid-input', { detail: errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '), errors });
  }
}

function commandsAt(printer: string, { commands }: SparkplugSettings): SparkplugCommands | undefined {
  return commands.find((one) => one.printer === printer);
}
