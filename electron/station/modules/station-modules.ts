import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { plantSettingsSchema } from '#contract/api-v3/plant.ts';
import type { StationInfo } from '#contract/station/info.ts';
import type { NetworkPage } from '#contract/station/network.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { AlarmStore } from '../alarms/alarm-store.ts';
import { Alarms } from '../alarms/alarms.ts';
import { StationAudit } from '../audit/station-audit.ts';
import { ChangeoverControllers } from '../changeovers/changeover-controllers.ts';
import { Changeovers, storedChangeoversSchema } from '../changeovers/changeovers.ts';
import type { Connection } from '../connections/connection.ts';
import { ConnectionStore } from '../connections/connection-store.ts';
import { apiPath } from '../connections/controller-path.ts';
import { Connections, EMBEDDED_ID, type ConnectionsListener } from '../connections/connections.ts';
import { hashOfOwnKey } from '../connections/own-key.ts';
import { Controllers } from '../connections/controllers.ts';
import type { ControllerLauncher } from '../embedded/launcher.ts';
import { KeyRequirement, keyRequirementSchema } from '../embedded/key-requirement.ts';
import { Supervisor } from '../embedded/supervisor.ts';
import { MetricHistory } from '#diagnostics/sources/metric-history.ts';
import { checked, StationDiagnostics } from '../diagnostics/station-diagnostics.ts';
import { EventLogStore } from '../event-log/event-log-store.ts';
import { EventLog } from '../event-log/event-log.ts';
import { Fleet } from '../fleet/fleet.ts';
import { HandoverNotes, storedNotesSchema } from '../handover-notes/handover-notes.ts';
import { Interruptions, storedInterruptionsSchema } from '../interruptions/interruptions.ts';
import type { LanguageFiles } from '../languages/language-files.ts';
import { AnswerStore } from '../last-answers/answer-store.ts';
import { LastAnswers } from '../last-answers/last-answers.ts';
import { LabelDrawer } from '#drawing/label-drawer.ts';
import type { DrawingRequest } from '../drawing/drawing-request.ts';
import { LastSelectionStore } from '../last-selections/last-selection-store.ts';
import { LastSelections } from '../last-selections/last-selections.ts';
import { IncludedLines } from '../lines/included-lines.ts';
import { LineStore } from '../lines/line-store.ts';
import { Lines } from '../lines/lines.ts';
import { OwnControllerNetwork } from '../network/own-controller-network.ts';
import { BackgroundWrites } from '../platform/background-writes.ts';
import { StoredSetting } from '../platform/stored-setting.ts';
import type { Clock } from '../platform/system-clock.ts';
import { Pollers } from '../polling/pollers.ts';
import { LabelPictures } from '../substitute-files/label-pictures.ts';
import type { SubstituteFilesDeps } from '../substitute-files/substitute-files.ts';
import { TableRows } from '../whole-tables/table-rows.ts';
import type { UpdateFolders } from '#updates/update-folders.ts';
import { StationUpdates, updateAddressSchema } from '../updates/station-updates.ts';
import { WholeTables } from '../whole-tables/whole-tables.ts';
import { UnsavedEditStore } from '../unsaved-edits/unsaved-edit-store.ts';
import { KeyFileBox } from '../secrets/key-file-box.ts';
import { Secrets } from '../secrets/secrets.ts';
import { UnsavedEdits } from '../unsaved-edits/unsaved-edits.ts';
import { backupModules, type BackupModules } from './backup-modules.ts';
import { peopleModules, type PeopleModules } from './people-modules.ts';

const DRAWING_THREAD = new URL('../drawing/drawing-worker.ts', import.meta.url);

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
  /** Data folder of the embedded controller. */
  controllerFolder?: string | undefined;
  /** The station's data folder, for its settings outside the database; undefined for a station that has none. */
  dataFolder?: string | undefined;
  /** Folder of the built page, for the diagnostics; undefined where it is not known. */
  pageFolder?: string | undefined;
  /** Starts the station again, after a restore; undefined for one that does not restart. */
  restart?: (() => void) | undefined;
  /** Where other computers open the page in this run; undefined = as set on the page. */
  network?: NetworkPage | undefined;
  /** Command line that runs the controller's program; default: the one in a checkout. */
  controllerCommand?: string[] | undefined;
  /** Languages for the page, in addition to its own; none when left out. */
  languages?: LanguageFiles | undefined;
  /** Gives the key that signs the audit log. Default: one that is lost with the process. */
  auditKey?: (() => KeyObject) | undefined;
  /** Encrypts the keys of controllers in the database. Default: with a key that is lost with the process. */
  secrets?: Secrets | undefined;
  /** Where the program that installs updates is asked; undefined for an installation that is not updated by itself. */
  updates?: UpdateFolders | undefined;
  /** Milliseconds between two polls of one printer. */
  pollInterval?: number;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The modules of a station and what they share. Operations take from it what they need. */
export interface StationModules extends PeopleModules, BackupModules {
  readonly info: StationInfo;
  readonly clock: Clock;
  readonly writes: BackgroundWrites;
  readonly fleet: Fleet;
  readonly pollers: Pollers;
  readonly lines: Lines;
  readonly includedLines: IncludedLines;
  readonly changeovers: Changeovers;
  readonly handoverNotes: HandoverNotes;
  readonly interruptions: Interruptions;
  readonly connections: Connections;
  readonly controllers: Controllers;
  /** Undefined when this station has no embedded controller. */
  readonly supervisor: Supervisor | undefined;
  readonly keyRequirement: KeyRequirement;
  /** Undefined when this station has no embedded controller or no data folder. */
  readonly ownController: OwnControllerNetwork | undefined;
  readonly eventLog: EventLog;
  readonly audit: StationAudit;
  readonly alarms: Alarms;
  readonly diagnostics: StationDiagnostics;
  /** Undefined when this station has no embedded controller or no data folder. */
  readonly metricHistory: MetricHistory | undefined;
  readonly lastAnswers: LastAnswers;
  readonly lastSelections: LastSelections;
  readonly tableRows: TableRows;
  readonly drawer: LabelDrawer<DrawingRequest>;
  /** What the files are made from that a controller without extensions lacks. */
  readonly substitutes: SubstituteFilesDeps;
  readonly unsavedEdits: UnsavedEdits;
  readonly updates: StationUpdates;
  /** Undefined when this station offers no further languages. */
  readonly languages: LanguageFiles | undefined;
}

const POLL_INTERVAL = 1_000;
const POLL_LIMIT = 2_000;
const CHECK_INTERVAL = 3_000;
const COMMAND_IN_CHECKOUT = ['npm', 'run', 'controller', '--'];

/** Creates and connects the modules. Nothing runs before `Station.start`. */
export function composeModules(options: StationOptions): StationModules {
  const { db, clock, newId, report, launcher } = options;
  const info = infoOf(options);
  const writes = new BackgroundWrites({ db, clock, report });
  const lastSelections = new LastSelections({
    now: () => clock.now(),
    store: new LastSelectionStore(db, writes),
    changed: (connection, printer) => modules.fleet.selectionChanged(connection, printer),
  });
  const fleet = new Fleet({ clock, report, lastSelectionOf: (connection, name) => lastSelections.find(connection, name) });
  const connections = new Connections({
    store: new ConnectionStore(db, options.secrets ?? new Secrets([KeyFileBox.inMemory()])),
    deps: { clock, random: options.random, checkInterval: CHECK_INTERVAL, limit: POLL_LIMIT, author: () => modules.author(), report },
    newId,
    controllers: options.controllers,
    hasEmbedded: launcher !== undefined,
    listener: connectionsListener(() => modules),
  });
  const controllers = new Controllers(connections);
  const wholeTables = new WholeTables(controllers);
  const tableRows = new TableRows(controllers, wholeTables);
  const drawer = new LabelDrawer<DrawingRequest>({ clock, report, entry: DRAWING_THREAD });
  const controllerName = (id: string): string => connections.find(id)?.name ?? '';
  const eventLog = new EventLog({ clock, writes, store: new EventLogStore(db), controllerName, report });
  const audit = new StationAudit({ db, clock, signingKey: options.auditKey ?? passingKey(), report });
  const lineParts = lineModules(options, { fleet, connections, controllers });
  const peopleParts = peopleModules(options, { lines: lineParts.lines, changeovers: lineParts.changeovers, controllers, eventLog, audit });
  const modules: StationModules = {
    ...{ info, clock, writes, fleet, connections, controllers, eventLog, audit },
    ...peopleParts,
    ...{ lastSelections, tableRows, drawer },
    substitutes: substitutesOf(wholeTables, { controllers, drawer, fleet, lastSelections }),
    pollers: new Pollers({
      ...{ clock, random: options.random, interval: info.pollInterval, limit: POLL_LIMIT, report },
      onResult: (connection, printer, result) => fleet.polled(connection, printer, result),
    }),
    ...lineParts,
    supervisor: launcher && superviseEmbedded(launcher, { clock, connections }),
    keyRequirement: new KeyRequirement({
      ...{ controllers, connections, report, people: peopleParts.people },
      setting: new StoredSetting(db, 'embedded-key-requirement', keyRequirementSchema),
    }),
    ownController: ownControllerOf(options, controllers),
    alarms: new Alarms({ clock, fleet, connections, eventLog, store: new AlarmStore(db, writes), report }),
    ...diagnosticModules(options, connections),
    ...backupModules(options, { controllers, eventLog, audit, person: peopleParts.author }),
    lastAnswers: new LastAnswers(clock, new AnswerStore(db, writes)),
    unsavedEdits: new UnsavedEdits({ clock, connections, controllers, tableRows, eventLog, store: new UnsavedEditStore(db), report }),
    updates: new StationUpdates({
      ...{ clock, newId, report, folders: options.updates, version: info.version, author: () => modules.author() },
      address: new StoredSetting(db, 'update-address', updateAddressSchema),
      readPlant: options.launcher && (() => controllers.read(EMBEDDED_ID, apiPath`/settings/plant`, plantSettingsSchema)),
    }),
    languages: options.languages,
  };
  return modules;
}

function ownControllerOf(
  { launcher, dataFolder, clock, report }: StationOptions,
  controllers: Controllers,
): OwnControllerNetwork | undefined {
  return launcher && dataFolder !== undefined ? new OwnControllerNetwork({ folder: dataFolder, controllers, clock, report }) : undefined;
}

/** The diagnostics, and the figures of the station's own controller over time. */
function diagnosticModules(
  { dataFolder: folder, pageFolder, launcher, version, clock, newId, report }: StationOptions,
  connections: Connections,
): Pick<StationModules, 'diagnostics' | 'metricHistory'> {
  const read = async (): Promise<string> => {
    const { status, text } = await checked(connections.get(EMBEDDED_ID)).get('/metrics');
    if (status >= 300) throw new Error(`status ${status}`);
    return text;
  };
  return {
    diagnostics: new StationDiagnostics({ folder, version, pageFolder, connections, clock, newId, report }),
    metricHistory: launcher && folder !== undefined ? new MetricHistory({ folder, clock, read }) : undefined,
  };
}

/** A key for a station without a folder. */
function passingKey(): () => KeyObject {
  let key: KeyObject | undefined;
  return () => (key ??= generateKeyPairSync('ed25519').privateKey);
}

/** The lines, and what is stored about the work on them. */
function lineModules(
  { db, clock, newId, report }: StationOptions,
  { fleet, connections, controllers }: Pick<StationModules, 'fleet' | 'connections' | 'controllers'>,
): Pick<StationModules, 'lines' | 'includedLines' | 'changeovers' | 'handoverNotes' | 'interruptions'> {
  const now = (): number => clock.now();
  const lines = new Lines({ store: new LineStore(db), newId, report });
  return {
    lines,
    includedLines: new IncludedLines({ lines, controllers, clock, report }),
    changeovers: new Changeovers({
      ...{ lines, fleet, now, newId, report },
      controllers: new ChangeoverControllers(controllers),
      store: new StoredSetting(db, 'changeovers', storedChangeoversSchema),
    }),
    handoverNotes: new HandoverNotes({ store: new StoredSetting(db, 'handover-notes', storedNotesSchema), now, newId, report }),
    interruptions: new Interruptions({
      ...{ fleet, connections, now, report },
      store: new StoredSetting(db, 'interruptions', storedInterruptionsSchema),
    }),
  };
}

function substitutesOf(
  tables: WholeTables,
  { controllers, drawer, fleet, lastSelections }: Pick<StationModules, 'controllers' | 'drawer' | 'fleet' | 'lastSelections'>,
): SubstituteFilesDeps {
  const dpiOf = (connection: string, printer: string): number | undefined => fleet.find(connection, printer)?.properties.dpi;
  return {
    tables,
    pictures: new LabelPictures({ controllers, tables, drawer, dpiOf }),
    jobOf: (connection, printer) => lastSelections.find(connection, printer)?.job,
  };
}

function infoOf(options: StationOptions): StationInfo {
  const { version, kind, pollInterval = POLL_INTERVAL, controllerFolder = null, controllerCommand = COMMAND_IN_CHECKOUT } = options;
  return { version, kind, pollInterval, controllerFolder, controllerCommand };
}

function connectionsListener(modules: () => StationModules): ConnectionsListener {
  return {
    changed: (connection) => {
      const { fleet, supervisor } = modules();
      superviseResponses(connection, supervisor);
      if (connection.state === 'lost' || connection.state === 'refused') fleet.lose(connection.id, connection.reason ?? '');
    },
    listed: (connection, printers) => {
      const { fleet, pollers } = modules();
      fleet.list(connection.id, printers);
      pollers.poll(
        connection,
        printers.map(([name]) => name),
      );
    },
    switched: async ({ id }, isOn) => {
      const { fleet, pollers, supervisor } = modules();
      if (isOn) return supervisor?.start();
      pollers.remove(id);
      fleet.remove(id);
      await supervisor?.stop();
    },
    removed: ({ id }) => {
      const { fleet, pollers, lines, lastAnswers, lastSelections, unsavedEdits, backupOrders, restoreOrders } = modules();
      pollers.remove(id);
      fleet.remove(id);
      for (const module of [lines, lastAnswers, lastSelections, unsavedEdits, backupOrders, restoreOrders]) module.forget(id);
    },
  };
}

function superviseResponses({ embedded, state }: Connection, supervisor: Supervisor | undefined): void {
  if (!embedded || state === 'off') return;
  if (state === 'online') supervisor?.responded();
  else supervisor?.didNotRespond();
}

function superviseEmbedded(launcher: ControllerLauncher, { clock, connections }: { clock: Clock; connections: Connections }): Supervisor {
  return new Supervisor({
    launcher,
    clock,
    keyHash: () => {
      const key = connections.find(EMBEDDED_ID)?.access.key;
      return key === undefined ? undefined : hashOfOwnKey(key);
    },
    onAddress: (url) => connections.find(EMBEDDED_ID)?.moveTo(url),
    onExit: (reason, isFolderLost) => connections.find(EMBEDDED_ID)?.setUnavailable(reason, isFolderLost),
    onSlowStart: (reason) => connections.find(EMBEDDED_ID)?.setUnavailable(reason),
  });
}
