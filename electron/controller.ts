import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { FolderLostError, type FolderWatch } from '#storage/files/folder-watch.ts';
import { checkBeforeSharing } from '#storage/database/lend-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { DiskListener } from '#storage/database/kysely-database.ts';
import { HighWater } from '#storage/high-water.ts';
import { recordDamage } from '#storage/integrity/background-check.ts';
import { OtherVersionError } from '#storage/migrations/migrate.ts';
import { reservedFiles } from '#storage/files/reserved-files.ts';
import { DamagedDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import packageJson from '../package.json' with { type: 'json' };
import { openAudit } from './controller/audit/open-audit.ts';
import { answerAuditCommand } from './controller/process/audit-command.ts';
import { scheduleBackgroundWork } from './controller/process/background-work.ts';
import { isBackupCommand, runBackupCommand } from './controller/process/backup-commands.ts';
import { closeInOrder, openOrRestore } from './controller/backups/open-or-restore.ts';
import { databaseFileIn, highWaterFileIn } from './controller/platform/data-folder-paths.ts';
import { CommandFailedError, isChildProcess, runInChildProcess } from './controller/backups/run-in-child-process.ts';
import { CommandLineError, parseCommandLine, type ControllerFlags } from './controller/process/command-line.ts';
import { ApiKeys } from './controller/keys/api-keys.ts';
import { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { revocationsIn } from './controller/keys/revocations.ts';
import { runKeysCommand } from './controller/process/keys-command.ts';
import { giveStationKey, settleKeys } from './controller/process/settle-keys.ts';
import { createController, type Controller } from './controller/controller.ts';
import { DrawingPool } from './controller/drawing/drawing-pool.ts';
import { readDrawingVersion } from './controller/drawing/drawing-version.ts';
import { EXIT_CODES, ExitError } from './controller/process/exit-codes.ts';
import { lockDataFolder } from './controller/process/lock-data-folder.ts';
import { HttpServer } from './controller/http/http-server.ts';
import type { Certificate } from '#tls/certificate.ts';
import { followNetworkSettings } from './controller/network/open-network.ts';
import { IdempotencyKeys } from './controller/idempotency/idempotency-keys.ts';
import { RotatingLogFile } from '#process/rotating-log-file.ts';
import { openCertificate } from './controller/process/open-certificate.ts';
import { openProcessLog, moduleLog } from '#process/process-log.ts';
import { ServiceManager } from '#process/service-manager.ts';
import { removeRunningFile, writeRunningFile } from './controller/process/running-file.ts';
import { writeLine } from '#process/write-line.ts';
import { startupReadBytes } from './controller/process/startup-size.ts';
import { openTextServers, textWarnings } from './controller/text-protocol/open-text-servers.ts';
import { timeOrderedId } from './controller/platform/time-ordered-id.ts';
import { CONTROLLER_HELP } from './controller/process/controller-help.ts';
import { watchDatabase } from './controller/process/watch-data-folder.ts';

/**
 * The controller process, or with the words `keys`, `backup` and `restore` a command on its data folder.
 * Writes to standard output how many bytes it reads before it listens, then the URL on which it listens. Logs JSON lines to standard error,
 * with `--log-file` also to `logs/` of the data folder. `EXIT_CODES` lists how it ends.
 */
const SAMPLES = fileURLToPath(new URL('../build/samples', import.meta.url));
/** This file, or the bundle that was made of it. */
const CONTROLLER_PROGRAM = fileURLToPath(new URL('./controller.ts', import.meta.url));
const ANSWER_PATIENCE = 3_000;
const STOP_LIMIT = 9_000;
/** How long the outcomes of prints are still written to the open files after the data folder was lost, in milliseconds. */
const HALT_LIMIT = 1_500;

async function main(): Promise<void> {
  const stopAsked = new Promise<void>(whenAskedToStop);
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  const logs = { folder: join(resolve(commandLine.dataFolder), 'logs'), checkFolder: () => heldFolder?.check() };
  const logFile = commandLine.hasLogFile ? new RotatingLogFile(logs) : undefined;
  const log = openProcessLog(commandLine.logLevel, { file: logFile });
  failureLog = openProcessLog('fatal', { file: logFile });
  // A database that has replaced ours in the folder must not be marked as damaged.
  judge = (error) => heldFolder?.look() ?? recordDamage(databaseFileIn(resolve(commandLine.dataFolder)), error);
  const resources = new AsyncDisposableStack();
  const report = (error: unknown) => log.error({ err: error }, 'systemd could not be told the state of the controller');
  const service = resources.adopt(new ServiceManager({ env: process.env, report }), (manager) => manager.dispose());
  try {
    const { url, textLines, isOver } = await start(commandLine, log, resources);
    for (const line of [`controller listening on ${url}`, ...textLines]) await writeLine(line);
    service.ready();
    const end = await Promise.race([stopAsked, isOver]);
    if (end) throw end;
  } finally {
    service.stopping();
    setTimeout(() => fail(log, new Error('the controller did not stop within its time limit')), STOP_LIMIT);
    await resources.disposeAsync();
  }
}

/** Resolves the wait at the first signal; the second one ends the process at once. */
function whenAskedToStop(stop: () => void): void {
  let isStopRequested = false;
  const onSignal = () => {
    if (isStopRequested) process.exit(EXIT_CODES.failed);
    isStopRequested = true;
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}

async function start(commandLine: ControllerFlags, log: Logger, resources: AsyncDisposableStack): Promise<Started> {
  const dataFolder = resolve(commandLine.dataFolder);
  const { folder, losses, disk, highWater, db, files, isWalLost, isReadOnly } = await open(commandLine, log, resources);
  const { promise: restartRequired, resolve: requireRestart } = Promise.withResolvers<ExitError>();
  const parts = { db, now: () => Date.now(), newId: () => timeOrderedId(Date.now()), version: packageJson.version };
  const { virtualPrinters, isEmpty, isSafeMode, samplesFolder = SAMPLES } = commandLine;
  const apiKeys = new ApiKeys({ ...parts, revocations: revocationsIn(dataFolder), log: moduleLog(log) });
  resources.defer(() => apiKeys.stop());
  const isKeyRequired = await settleKeys(apiKeys, commandLine, log);
  const certificate = await openCertificate(commandLine, log, resources);
  const drawing = new DrawingPool({ log: moduleLog(log) });
  resources.defer(() => drawing.stop());
  const controller = await createController({
    ...parts,
    ...{ files, highWater, isWalLost },
    folder: { check: () => folder.check(), checkAfterPause: () => folder.lookAfterPause() },
    ...{ dataFolder, drawing, virtualPrinters, isEmpty, isSafeMode, samplesFolder },
    drawingVersion: readDrawingVersion,
    log: moduleLog(log),
    onReplaced: (error) => fail(log, error, EXIT_CODES.replaced),
    onRestore: () => requireRestart(new ExitError(EXIT_CODES.restore, 'a backup is ready to be restored: start the controller again')),
  });
  losses.on = (error) => void halt(controller, error, log);
  resources.defer(() => controller.stop());
  disk.onFull = () => controller.diskIsFull();
  disk.onReadOnly = () => controller.cannotWrite('disk-read-only');
  disk.onWritable = () =>
    requireRestart(new ExitError(EXIT_CODES.writable, 'the disk is writable again: start the controller again to print'));
  if (isReadOnly) controller.cannotWrite('disk-read-only');
  reservedFiles.hold(() => controller.cannotWrite('files-exhausted'));
  resources.defer(() => reservedFiles.release());
  await controller.start();
  const { url, textLines } = await openServers(commandLine, { controller, apiKeys, isKeyRequired, certificate, parts, log, resources });
  await publishAddress(dataFolder, { url, controller, folder, resources });
  const damaged = scheduleBackgroundWork({ controller, drawing, database: files.database, log, resources });
  // Stops printing before the servers close, so that no print starts while the last responses are sent.
  resources.defer(() => controller.stopAccepting());
  return { url, textLines, isOver: Promise.race([damaged, restartRequired]) };
}

/** Opens the servers: HTTP, the text protocol, and those for other computers. Returns where they listen. */
async function openServers(
  commandLine: ControllerFlags,
  { controller, apiKeys, isKeyRequired, certificate, parts, log, resources }: ServerParts,
): Promise<Pick<Started, 'url' | 'textLines'>> {
  const { host, port, requestsPerSecond, isLoopback, publicNames } = commandLine;
  const keys = new IdempotencyKeys({ db: parts.db, now: () => controller.clock.steady() });
  const audit = await openAudit(resolve(commandLine.dataFolder), controller, { ...parts, log: moduleLog(log) });
  const access = { apiKeys, audit, guesses: new KeyGuessThrottle(audit), isKeyRequired };
  const names = isLoopback ? publicNames : [hostname().toLowerCase(), ...publicNames];
  const reach = { host, names, certificate, warnings: textWarnings(commandLine), requestsPerSecond };
  const network = followNetworkSettings(commandLine.networkSettings, {
    ...{ controller, log, patience: ANSWER_PATIENCE, server: () => server },
    access: { ...access, ...parts },
  });
  const server = await HttpServer.create({ ...parts, ...reach, network, controller, keys, access, log });
  resources.defer(() => server.close(ANSWER_PATIENCE));
  const url = await listen(server, { host, port });
  const texts = { controller, access: { ...access, ...parts }, certificate, log, resources, patience: ANSWER_PATIENCE, listen };
  const textLines = await openTextServers(commandLine, texts);
  await network.start();
  resources.defer(() => network.stop());
  return { url, textLines };
}

interface ServerParts {
  controller: Controller;
  apiKeys: ApiKeys;
  isKeyRequired: boolean;
  certificate: Certificate | undefined;
  parts: { db: ControllerDatabase; now: () => number; newId: () => string; version: string };
  log: Logger;
  resources: AsyncDisposableStack;
}

/** Locks the data folder, and opens its database and files. */
async function open(commandLine: ControllerFlags, log: Logger, resources: AsyncDisposableStack) {
  const dataFolder = resolve(commandLine.dataFolder);
  const losses = { on: (error: FolderLostError): void => fail(log, error) };
  const folder = await lockDataFolder({
    ...{ dataFolder, resources, isDataRequired: commandLine.isDataRequired, isAttaching: commandLine.isAttaching },
    onHeld: () => giveStationKey(commandLine),
    onLost: (error) => losses.on(error),
  });
  heldFolder = folder;
  await reportStartupSize(dataFolder);
  const disk = listenToDisk(log);
  const highWater = new HighWater(highWaterFileIn(dataFolder), () => folder.check());
  const { before } = highWater;
  const opened = await openOrRestore({ dataFolder, disk, before, now: () => Date.now(), log: moduleLog(log) });
  const forget = watchDatabase(folder, dataFolder);
  checkBeforeSharing(opened.db, () => folder.check());
  resources.defer(() => {
    forget();
    return closeInOrder(opened);
  });
  return { folder, losses, disk, highWater, ...opened };
}

/** Writes the file by which other processes find this controller's URL. */
async function publishAddress(dataFolder: string, { url, controller, folder, resources }: AddressToPublish): Promise<void> {
  await controller.keep(async () => {
    folder.check();
    writeRunningFile(dataFolder, { url, pid: process.pid });
  });
  resources.defer(() => {
    folder.check();
    return removeRunningFile(dataFolder);
  });
}

interface AddressToPublish {
  url: string;
  controller: Controller;
  folder: FolderWatch;
  resources: AsyncDisposableStack;
}

/** Reports how much the start reads before the database is opened, so that the caller can choose how long to wait. */
async function reportStartupSize(dataFolder: string): Promise<void> {
  const bytes = await startupReadBytes(dataFolder);
  if (bytes > 0) await writeLine(`controller starting: ${bytes} bytes to look through`);
}

function listenToDisk(log: Logger): DiskListener {
  return {
    // After a failed write only a restart can tell what is on the disk, so nothing is answered or printed any more.
    onBroken: (error) => fail(log, error, EXIT_CODES.diskFailed),
    onUnwitnessed: (error) => log.warn({ err: error }, 'the durable end of the write-ahead log could not be recorded'),
  };
}

interface Started {
  url: string;
  /** Where the text protocol listens. */
  textLines: string[];
  /**
   * Resolves when only a restart helps: the database is damaged, a backup is ready to be restored, or a read-only disk is writable again.
   */
  isOver: Promise<DamagedDatabaseError | ExitError>;
}

/** Stops printing at once. Writes nothing more by path; for `HALT_LIMIT` the outcomes of prints still go to the files that are open. */
async function halt(controller: Controller, error: FolderLostError, log: Logger): Promise<void> {
  log.error({ err: error }, 'printing stops: put the data folder or its content back; the last prints may not be recorded');
  setTimeout(() => fail(log, error), HALT_LIMIT);
  controller.stopAccepting();
  await controller.printing.halt('the data folder was moved, deleted or replaced').catch((failure: unknown) => {
    log.error({ err: failure }, 'the outcomes of the last prints could not be recorded');
  });
  fail(log, error);
}

async function listen(
  server: { listen: (port: number) => Promise<string> },
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    return await server.listen(port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new ExitError(EXIT_CODES.portTaken, `port ${port} on ${host} is taken by another program`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new ExitError(EXIT_CODES.badFlags, `port ${port} on ${host} cannot be used (${code})`);
    throw error;
  }
}

/** Writes the key alone to standard output, so that a script can read it, and the note to standard error. */
async function answerKeysCommand(words: string[]): Promise<void> {
  const { lines, note } = await runKeysCommand(words);
  for (const line of lines) await writeLine(line);
  if (note !== undefined) console.error(note);
}

/** Runs in a child process, which can be killed when a disk or network share does not respond. */
async function answerBackupCommand(words: string[]): Promise<void> {
  if (!isChildProcess()) process.exit(await runInChildProcess(CONTROLLER_PROGRAM, words));
  await writeLine(await runBackupCommand(words, { version: packageJson.version, now: () => Date.now() }));
}

/** Logs the failure and ends the process. */
function fail(log: Pick<Logger, 'fatal'>, error: unknown, code = codeOf(error)): never {
  // If the data folder is gone, that is the cause the operator can correct, whichever call failed first.
  const lost = heldFolder?.look();
  log.fatal({ err: error }, 'the controller ends after a failure');
  process.exit(lost ? EXIT_CODES.folderLost : code);
}

/** The first of several failures: when stopping fails more than once, the earlier failures are nested in `suppressed`. */
function firstFailureIn(error: unknown): unknown {
  return error instanceof SuppressedError ? firstFailureIn(error.suppressed) : error;
}

function codeOf(error: unknown): number {
  if (error instanceof FolderLostError) return EXIT_CODES.folderLost;
  if (error instanceof DamagedDatabaseError) return EXIT_CODES.damaged;
  return error instanceof OtherVersionError ? EXIT_CODES.otherVersion : EXIT_CODES.failed;
}

// When the station dies its pipes break; the controller must go on printing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
let failureLog = openProcessLog('fatal');
/** The data folder, once this process has locked it. */
let heldFolder: FolderWatch | undefined;
/** Replaces an error that ends the controller by its cause: a damaged database is marked as such. */
let judge = (error: unknown): unknown => error;
process.on('uncaughtException', (error) => fail(failureLog, judge(error)));
// Without a listener the signal for a file that exceeds its size limit would kill the process; with it the write fails.
process.on('SIGXFSZ', () => undefined);

// Files of the controller are readable by its own user only.
process.umask(0o077);
const [command, ...words] = process.argv.slice(2);
try {
  if ([command, ...words].includes('--help')) await writeLine(CONTROLLER_HELP.trimEnd());
  else if (command === 'keys') await answerKeysCommand(words);
  else if (command === 'audit') await answerAuditCommand(words);
  else if (isBackupCommand(command)) await answerBackupCommand([command, ...words]);
  else await main();
  process.exit(0);
} catch (reason) {
  const error = reason instanceof CommandFailedError ? new ExitError(EXIT_CODES.failed, reason.message) : judge(firstFailureIn(reason));
  if (!(error instanceof ExitError || error instanceof CommandLineError)) fail(failureLog, error);
  console.error(error.message);
  process.exit(error instanceof ExitError ? error.code : EXIT_CODES.badFlags);
}
