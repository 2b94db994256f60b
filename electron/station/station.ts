import type { StationHandlers } from '#contract/station/index.ts';
import type { StationInfo } from '#contract/station/info.ts';
import type { JournalFilter } from '#contract/station/journal.ts';
import type { StationDatabase } from '#storage/station-schema.ts';
import { AlarmStore } from './alarms/alarm-store.ts';
import { Alarms } from './alarms/alarms.ts';
import { BackgroundWrites } from './background-writes.ts';
import { BackupOrders } from './backups/backup-orders.ts';
import type { Clock } from './clock.ts';
import { ConnectionStore } from './connections/connection-store.ts';
import { Connections, EMBEDDED_ID } from './connections/connections.ts';
import type { Connection } from './connections/connection.ts';
import type { ControllerClient } from './connections/controller-client.ts';
import { Controllers } from './connections/controllers.ts';
import type { ControllerLauncher } from './embedded/launcher.ts';
import { DraftStore } from './drafts/draft-store.ts';
import { Drafts } from './drafts/drafts.ts';
import { Supervisor } from './embedded/supervisor.ts';
import { openFeed } from './feed.ts';
import { Fleet } from './fleet/fleet.ts';
import { Pollers } from './fleet/pollers.ts';
import { noteFleet } from './journal/follow-fleet.ts';
import { journalCsv } from './journal/journal-csv.ts';
import { JournalStore } from './journal/journal-store.ts';
import { Journal } from './journal/journal.ts';
import { AnswerStore } from './last-answers/answer-store.ts';
import { LastAnswers } from './last-answers/last-answers.ts';
import { remembering } from './last-answers/remembering.ts';
import { LineStore } from './lines/line-store.ts';
import { Lines } from './lines/lines.ts';
import { alarmsOperations } from './operations/alarms.ts';
import { backupsOperations } from './operations/backups.ts';
import { clockOperations } from './operations/clock.ts';
import { connectionsOperations } from './operations/connections.ts';
import { localAuthor } from './local-author.ts';
import { countersOperations } from './operations/counters.ts';
import { draftsOperations } from './operations/drafts.ts';
import { fontsOperations } from './operations/fonts.ts';
import { followed } from './operations/followed.ts';
import { historyOperations } from './operations/history.ts';
import { journalOperations } from './operations/journal.ts';
import { journaled } from './operations/journaled.ts';
import { labelProofsOperations } from './operations/label-proofs.ts';
import { labelsOperations } from './operations/labels.ts';
import { lastAnswersOperations } from './operations/last-answers.ts';
import { linesOperations } from './operations/lines.ts';
import { plansOperations } from './operations/plans.ts';
import { preflightsOperations } from './operations/preflights.ts';
import { printingOperations } from './operations/printing.ts';
import { printsOperations } from './operations/prints.ts';
import { queueOperations } from './operations/queue.ts';
import { recoveryOperations } from './operations/recovery.ts';
import { settingsOperations } from './operations/settings.ts';
import { shiftCodesOperations } from './operations/shift-codes.ts';
import { tablesOperations } from './operations/tables.ts';
import { usageOperations } from './operations/usage.ts';
import { variablesOperations } from './operations/variables.ts';

export interface StationOptions {
  db: StationDatabase;
  clock: Clock;
  /** 0 <= random() < 1. */
  random: () => number;
  newId: () => string;
  version: string;
  kind: StationInfo['kind'];
  /** Addresses of controllers for this run. */
  controllers: readonly string[];
  /** Starts the embedded controller; undefined when this station has none. */
  launcher: ControllerLauncher | undefined;
  /** Where that one keeps its data. */
  controllerFolder?: string | undefined;
  /** What is typed in front of the arguments of the controller's program; that of a checkout when left out. */
  controllerCommand?: string[] | undefined;
  /** Milliseconds between two polls of one printer. */
  pollInterval?: number;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

const POLL_INTERVAL = 1_000;
const COMMAND_IN_CHECKOUT = ['npm', 'run', 'controller', '--'];
const POLL_LIMIT = 2_000;
const CHECK_INTERVAL = 3_000;

/**
 * What a production line's operator has: the connections to controllers, the live picture of their printers, and the operations of
 * `contract/station`. Whoever builds it starts it, stops it, and closes its database afterwards.
 */
export class Station {
  readonly handlers: StationHandlers;
  readonly #connections: Connections;
  readonly #fleet: Fleet;
  readonly #pollers: Pollers;
  readonly #lines: Lines;
  readonly #writes: BackgroundWrites;
  readonly #journal: Journal;
  readonly #alarms: Alarms;
  readonly #controllers: Controllers;
  readonly #backupOrders: BackupOrders;
  readonly #answers: LastAnswers;
  readonly #drafts: Drafts;
  readonly #supervisor: Supervisor | undefined;

  constructor(options: StationOptions) {
    const { clock, report, launcher, controllerFolder = null, pollInterval = POLL_INTERVAL } = options;
    this.#fleet = new Fleet(clock);
    this.#lines = new Lines({ store: new LineStore(options.db), newId: options.newId, report });
    this.#pollers = new Pollers({ clock, fleet: this.#fleet, interval: pollInterval, limit: POLL_LIMIT, report });
    this.#connections = new Connections({
      store: new ConnectionStore(options.db),
      world: { clock, random: options.random, checkInterval: CHECK_INTERVAL, limit: POLL_LIMIT, report },
      newId: options.newId,
      controllers: options.controllers,
      hasEmbedded: launcher !== undefined,
      listener: {
        changed: (connection) => {
          this.#watchEmbedded(connection);
          if (connection.state === 'lost' || connection.state === 'refused') this.#fleet.lose(connection.id, connection.reason ?? '');
        },
        listed: (connection, printers) => {
          this.#fleet.list(connection.id, printers);
          const names = printers.map(([name]) => name);
          this.#pollers.poll(connection, names);
        },
        switched: async (connection, isOn) => {
          if (isOn) return this.#supervisor?.start();
          this.#pollers.remove(connection.id);
          this.#fleet.remove(connection.id);
          await this.#supervisor?.stop();
        },
        removed: (connection) => {
          this.#pollers.remove(connection.id);
          this.#fleet.remove(connection.id);
          this.#lines.forget(connection.id);
          this.#answers.forget(connection.id);
          this.#drafts.forget(connection.id);
          this.#backupOrders.forget(connection.id);
        },
      },
    });
    this.#supervisor = launcher && this.#superviseEmbedded(launcher, clock);
    this.#writes = new BackgroundWrites({ db: options.db, clock, report });
    this.#journal = new Journal({
      ...{ clock, writes: this.#writes, store: new JournalStore(options.db) },
      controllerName: (id) => this.#connections.find(id)?.name ?? '',
    });
    const watched = { clock, fleet: this.#fleet, connections: this.#connections, journal: this.#journal };
    this.#alarms = new Alarms({ ...watched, store: new AlarmStore(options.db, this.#writes) });
    noteFleet(watched);
    this.#controllers = new Controllers(this.#connections);
    this.#backupOrders = new BackupOrders({ controllers: this.#controllers, clock, report });
    this.#answers = new LastAnswers(clock, new AnswerStore(options.db, this.#writes));
    this.#drafts = new Drafts({ ...watched, store: new DraftStore(options.db), controllers: this.#controllers, report });
    const { version, kind, controllerCommand = COMMAND_IN_CHECKOUT } = options;
    this.handlers = this.#operations({ version, kind, pollInterval, controllerFolder, controllerCommand }, clock);
  }

  async start(): Promise<void> {
    await this.#lines.start();
    await this.#journal.start();
    await this.#connections.start();
    await this.#alarms.start();
    await this.#drafts.start();
    this.#fleet.start();
  }

  /** Ends every watch and the controller that this station started, and resolves when all is done. */
  async stop(): Promise<void> {
    this.#alarms.stop();
    this.#pollers.stop();
    this.#fleet.stop();
    await this.#connections.stop();
    await this.#drafts.stop();
    await this.#lines.stop();
    await this.#supervisor?.stop();
    this.#journal.note({ event: 'station-stopped' });
    await this.#writes.stop();
  }

  /** The way to the controller of a connection. Throws `not-found`, or `controller-unreachable` when it is not online. */
  controllerOf(connection: string): ControllerClient {
    return this.#connections.get(connection).online();
  }

  /** What the journal says, newest first, as pieces of a CSV file. */
  journalCsv(filter: JournalFilter): AsyncIterable<string> {
    return journalCsv(this.#journal.find(filter));
  }

  #operations(info: StationInfo, clock: Clock): StationHandlers {
    const controllers = this.#controllers;
    const handlers: StationHandlers = {
      info: { get: () => Promise.resolve(info) },
      connections: connectionsOperations(this.#connections, clock),
      clock: clockOperations(controllers),
      recovery: recoveryOperations(controllers),
      backups: backupsOperations(controllers, this.#backupOrders),
      fleet: { watch: (_input, signal) => openFeed(this.#fleet, signal) },
      lines: linesOperations(this.#lines),
      labels: labelsOperations(controllers, localAuthor()),
      labelProofs: labelProofsOperations(controllers, localAuthor()),
      tables: tablesOperations(controllers),
      variables: variablesOperations(controllers),
      usage: usageOperations(controllers),
      counters: countersOperations(controllers),
      shiftCodes: shiftCodesOperations(controllers),
      settings: settingsOperations(controllers),
      fonts: fontsOperations(controllers),
      plans: plansOperations(controllers, localAuthor()),
      preflights: preflightsOperations(controllers),
      printing: printingOperations(controllers, localAuthor()),
      history: historyOperations(controllers),
      prints: printsOperations(controllers, localAuthor()),
      queue: queueOperations(controllers),
      alarms: alarmsOperations(this.#alarms, localAuthor()),
      journal: journalOperations(this.#journal),
      drafts: draftsOperations(this.#drafts, localAuthor()),
      lastAnswers: lastAnswersOperations(this.#answers),
    };
    const isOnline = (connection: string): boolean => controllers.isOnline(connection);
    const remembered = remembering(followed(handlers, this.#pollers), { answers: this.#answers, isOnline });
    return journaled(remembered, this.#journal, localAuthor());
  }

  #superviseEmbedded(launcher: ControllerLauncher, clock: Clock): Supervisor {
    return new Supervisor({
      launcher,
      clock,
      onAddress: (url) => this.#connections.find(EMBEDDED_ID)?.moveTo(url),
      onGone: (reason, isFolderLost) => this.#connections.find(EMBEDDED_ID)?.gone(reason, isFolderLost),
      onSlowStart: (reason) => this.#connections.find(EMBEDDED_ID)?.gone(reason),
    });
  }

  #watchEmbedded(connection: Connection): void {
    if (!connection.embedded || connection.state === 'off') return;
    if (connection.state === 'online') this.#supervisor?.answered();
    else this.#supervisor?.silent();
  }
}
