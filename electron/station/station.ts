import { UPLOAD_ACCESS, type EventLogFilter, type StoredFileKind, type UploadOperation } from '#contract/station/event-log.ts';
import type { AuditSource } from '#contract/station/audit.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { ControllerClient } from './connections/controller-client.ts';
import type { SupportBytes } from './diagnostics/station-diagnostics.ts';
import { DesktopAccess } from './desktop/desktop-access.ts';
import { eventLogCsv } from './event-log/event-log-csv.ts';
import { logFleetEvents } from './event-log/log-fleet-events.ts';
import { withLastAnswers } from './last-answers/with-last-answers.ts';
import { stationOperations } from './operations/station-operations.ts';
import { auditLinesOf } from './audit/audit-sources.ts';
import { callingScreen, withAudit } from './operations/with-audit.ts';
import { failureText, withEventLog } from './operations/with-event-log.ts';
import { withConfirmations } from './operations/with-confirmations.ts';
import { withPermissions } from './operations/with-permissions.ts';
import { withImmediatePoll } from './operations/with-immediate-poll.ts';
import type { PageNetwork } from './network/page-network.ts';
import type { NetworkSignIn } from './sign-in/network-sign-in.ts';
import { SubstituteFiles } from './substitute-files/substitute-files.ts';
import { composeModules, type StationModules, type StationOptions } from './modules/station-modules.ts';

/**
 * The station of an operator: connections to controllers, the state of their printers, and the operations of `contract/station`. The caller
 * starts and stops it, and closes its database afterwards.
 */
export class Station {
  /** The operations for pages, by noun and verb. */
  readonly handlers: StationHandlers;
  readonly #modules: StationModules;

  constructor(options: StationOptions) {
    this.#modules = composeModules(options);
    this.handlers = handlersOf(this.#modules);
    logFleetEvents(this.#modules);
  }

  async start(): Promise<void> {
    const { lines, changeovers, handoverNotes, interruptions, eventLog, connections, alarms, unsavedEdits, fleet, lastSelections } =
      this.#modules;
    await this.#startPeople();
    await lines.start();
    await changeovers.start();
    await handoverNotes.start();
    await interruptions.start();
    await lastSelections.start();
    await eventLog.start();
    this.#modules.ownController?.start();
    await connections.start();
    await this.#modules.keyRequirement.start();
    await alarms.start();
    await unsavedEdits.start();
    await this.#modules.updates.start();
    await this.#modules.stationBackups.start();
    this.#modules.includedLines.start();
    fleet.start();
    this.#modules.metricHistory?.start();
  }

  async #startPeople(): Promise<void> {
    const { people, screens, wallScreens, networkSignIn, network } = this.#modules;
    await people.start();
    screens.start();
    await wallScreens.start();
    networkSignIn.start();
    network.start();
    // The code for the first administrator is shown until there is one.
    people.subscribe(() => network.refresh());
  }

  /** Stops all modules and the controller that this station started, and resolves when everything is stored. */
  async stop(): Promise<void> {
    const { alarms, pollers, fleet, connections, unsavedEdits, supervisor, eventLog, audit, drawer, writes } = this.#modules;
    const { lines, changeovers, handoverNotes, interruptions } = this.#modules;
    const { includedLines, people, screens, networkSignIn, wallScreens, keyRequirement } = this.#modules;
    for (const module of [this.#modules.stationBackups, this.#modules.setupFiles]) await module.stop();
    alarms.stop();
    this.#modules.updates.stop();
    networkSignIn.stop();
    screens.stop();
    pollers.stop();
    await keyRequirement.stop();
    this.#modules.diagnostics.stop();
    await this.#modules.metricHistory?.stop();
    this.#modules.ownController?.stop();
    await includedLines.stop();
    fleet.stop();
    await connections.stop();
    await unsavedEdits.stop();
    for (const module of [people, wallScreens, lines, changeovers, handoverNotes, interruptions]) await module.stop();
    await supervisor?.stop();
    await drawer.stop();
    eventLog.add({ event: 'station-stopped' });
    await writes.stop();
    await audit.stop();
  }

  /** What window, menu and tray of the desktop app need. */
  get desktop(): DesktopAccess {
    return new DesktopAccess(this.#modules);
  }

  /** Signs people in at browsers on other computers. */
  get networkSignIn(): NetworkSignIn {
    return this.#modules.networkSignIn;
  }

  /** Where other computers open the page. */
  get network(): PageNetwork {
    return this.#modules.network;
  }

  /**
   * The files of a connection's controller, or those that the station makes for a controller without Strobe's extensions. Throws `not-found`, and
   * `controller-unreachable` when it is not online.
   */
  controllerOf(connection: string): Pick<ControllerClient, 'stream'> {
    const found = this.#modules.connections.get(connection);
    const client = found.getClient();
    return found.hasExtensions ? client : new SubstituteFiles(connection, this.#modules.substitutes);
  }

  /** Throws `person-required`, `screen-locked` or `not-permitted` when the person at the screen that calls may not send such a file. */
  permitUpload(operation: UploadOperation): Promise<void> {
    return this.#modules.permissions.check({ operation, access: UPLOAD_ACCESS[operation], input: {} });
  }

  /** Writes to the event log and the audit log that a page sent a file to a controller, with the failure if it was not stored. */
  logUpload({
    operation,
    connection = '',
    name,
    failure,
  }: {
    operation: UploadOperation;
    connection?: string | undefined;
    name: string;
    failure?: unknown;
  }): void {
    const { eventLog, audit, author, connections } = this.#modules;
    const entry = { subject: operation, connection: connection || undefined, detail: name, person: author() };
    const place = { ...(connection !== '' && { connection }), controller: connections.find(connection)?.name ?? '', ...callingScreen() };
    audit.add({
      operation,
      person: entry.person,
      subject: name,
      ...place,
      failure: failure === undefined ? undefined : failureText(failure),
    });
    if (failure === undefined) eventLog.add({ event: 'command-done', ...entry });
    else eventLog.add({ event: 'command-failed', ...entry, reason: failureText(failure) });
  }

  /** A backup of the station, or a set-up file that was made here. Throws `not-found`. */
  storedFile(kind: StoredFileKind, name: string): Promise<{ path: string; size: number }> {
    return this.#storeOf(kind).file(name);
  }

  /** Stores a backup of the station, or a set-up file, from elsewhere after checking it. Throws `invalid-input`, `name-taken` and `disk-full`. */
  storeFile(kind: StoredFileKind, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#storeOf(kind).put(name, bytes);
  }

  #storeOf(kind: StoredFileKind): Pick<StationModules['stationBackups'], 'file' | 'put'> {
    return kind === 'setup' ? this.#modules.setupFiles : this.#modules.stationBackups;
  }

  /** The certificate of the station's own authority, as PEM; undefined while other computers do not use it. */
  authorityCertificate(): string | undefined {
    return this.#modules.network.authority ?? this.#modules.ownController?.authority;
  }

  /** The file of a language that the station offers; undefined when there is none with this tag. */
  async languageFile(tag: string): Promise<Uint8Array | undefined> {
    return this.#modules.languages?.find(tag);
  }

  /**
   * The audit log of the station or of a controller, as the text of a file that `audit verify` checks. A station with people gives it to a person who is
   * signed in: throws `person-required` and `screen-locked`, and what the controller answers.
   */
  async auditLines(source: AuditSource): Promise<AsyncIterable<string>> {
    await this.#modules.permissions.check({ operation: 'audit.list', access: 'signed-in', input: {} });
    return withLineEnds(await auditLinesOf(source, this.#modules));
  }

  /**
   * A support file that `diagnostics.prepareSupport` has made, or one of its files, for a person who may make one. Throws `person-required`, `screen-locked`,
   * `not-permitted` and `not-found`.
   */
  async supportBytes(part: { id: string; file?: string | undefined }): Promise<SupportBytes> {
    await this.#modules.permissions.check({ operation: 'diagnostics.prepareSupport', access: 'configure', input: {} });
    return this.#modules.diagnostics.supportBytes(part);
  }

  /** The event log, newest first, as chunks of a CSV file. */
  eventLogCsv(filter: EventLogFilter): AsyncIterable<string> {
    return eventLogCsv(this.#modules.eventLog.find(filter));
  }
}

/** The operations with what all of them have in common: the immediate poll, the last answers, the permissions, the event log, the audit log
 * and the confirmations of second persons. */
function handlersOf(modules: StationModules): StationHandlers {
  const { pollers, lastAnswers, connections, controllers, eventLog, audit, permissions, confirmations, person } = modules;
  const isOnline = (connection: string): boolean => controllers.isOnline(connection);
  const polling = withImmediatePoll(stationOperations(modules), pollers);
  const answering = withLastAnswers(polling, { answers: lastAnswers, isOnline });
  const logging = withEventLog(withPermissions(answering, permissions), eventLog, person);
  const auditing = withAudit(logging, { audit, person, controllerName: (id) => connections.find(id)?.name ?? '' });
  return withConfirmations(auditing, confirmations);
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
