import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { FolderLostError, type FolderWatch } from '#storage/folder-watch.ts';
import { checkBeforeSharing } from '#storage/lend-database.ts';
import { TABLES_CHECKED_LATER } from '#storage/controller-database.ts';
import type { DiskListener } from '#storage/kysely-database.ts';
import { HighWater } from '#storage/high-water.ts';
import { judgeDamage, LaterCheck } from '#storage/later-check.ts';
import { OtherVersionError } from '#storage/migrate.ts';
import { reservedFiles } from '#storage/reserved-files.ts';
import { DamagedDatabaseError } from '#storage/sqlite-failure.ts';
import packageJson from '../package.json' with { type: 'json' };
import { Audit } from './controller/audit/audit.ts';
import { isBackupCommand, runBackupCommand } from './controller/backups/backup-commands.ts';
import { closeInOrder, openOrRestore } from './controller/backups/open-or-restore.ts';
import { databaseIn, marksIn } from './controller/data-folder.ts';
import { CommandFailedError, isApart, runApart } from './controller/backups/run-apart.ts';
import { CommandLineError, parseCommandLine, type CommandLine } from './controller/command-line.ts';
import { ApiKeys } from './controller/keys/api-keys.ts';
import { revocationsIn } from './controller/keys/revocations.ts';
import { runKeysCommand } from './controller/keys-command.ts';
import { Controller } from './controller/controller.ts';
import { DrawingPool } from './controller/drawing/drawing-pool.ts';
import { readDrawingVersion } from './controller/drawing/drawing-version.ts';
import { Endings } from './controller/endings.ts';
import { EXIT, Exit } from './controller/exit.ts';
import { holdFolder } from './controller/hold-folder.ts';
import { HttpDoor } from './controller/http/http-door.ts';
import { Certificate, CertificateTimeError } from './controller/http/tls/certificate.ts';
import { IdempotencyKeys } from './controller/idempotency/idempotency-keys.ts';
import { LogFile } from './controller/log-file.ts';
import { openLog, roomLog } from './controller/process-log.ts';
import { removeRunningFile, writeRunningFile } from './controller/running-file.ts';
import { say } from './controller/say.ts';
import { bytesToLookThrough } from './controller/start-size.ts';
import { TextDoor } from './controller/text-protocol/text-door.ts';
import { timeOrderedId } from './controller/time-ordered-id.ts';
import { CONTROLLER_USAGE } from './controller/usage.ts';
import { watchDatabase } from './controller/watch-data-folder.ts';

/**
 * The controller process; with the words `keys`, `backup` and `restore` what is done with its folder beside it. Says on standard output how much
 * it looks through before it listens, and where it listens, logs JSON lines to standard error, with `--log-file` into `logs/` of the data folder as well, and ends with 0 when asked to, 1 after a
 * failure, 2 for flags that cannot be followed, 4 when another process holds the data folder (its address is said), 5 when the port is taken,
 * 6 when the disk failed to keep what was written, 7 when another controller has taken over the database, 8 when the database is damaged and
 * there is no backup, 9 when it has to be started again to restore one, 10 to print again now that a disk is writable that was read-only at its start,
 * 11 when its data folder was moved, deleted or replaced, or has no data where they are required, 12 when a newer Strobe, or one from before the
 * first release, has made the database.
 */
const SAMPLES = fileURLToPath(new URL('../build/samples', import.meta.url));
const ANSWER_PATIENCE = 3_000;
const STOP_LIMIT = 9_000;
/** How long what became of prints is written down after the data folder was lost, in milliseconds: into the files that are still open. */
const HALT_LIMIT = 1_500;

async function main(): Promise<void> {
  const stopAsked = new Promise<void>(whenAskedToStop);
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  const logs = { folder: join(resolve(commandLine.dataFolder), 'logs'), checkFolder: () => heldFolder?.check() };
  const logFile = commandLine.hasLogFile ? new LogFile(logs) : undefined;
  const log = openLog(commandLine.logLevel, logFile);
  failureLog = openLog('fatal', logFile);
  // Another database at its place is marked by nobody.
  judge = (error) => heldFolder?.look() ?? judgeDamage(databaseIn(resolve(commandLine.dataFolder)), error);
  const endings = new Endings();
  try {
    const { url, textUrl, isOver } = await start(commandLine, log, endings);
    await say(`controller listening on ${url}`);
    if (textUrl !== undefined) await say(`text protocol listening on ${textUrl}`);
    const end = await Promise.race([stopAsked, isOver]);
    if (end) throw end;
  } finally {
    setTimeout(() => fail(log, new Error('the controller could not end in order in time')), STOP_LIMIT);
    await endings.run();
  }
}

/** Calls back at the first signal; the second one ends the process at once. */
function whenAskedToStop(stop: () => void): void {
  let isAsked = false;
  const asked = () => {
    if (isAsked) process.exit(EXIT.failed);
    isAsked = true;
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, asked);
}

async function start(commandLine: CommandLine, log: Logger, endings: Endings): Promise<Started> {
  const dataFolder = resolve(commandLine.dataFolder);
  const { folder, losses, disk, highWater, db, files, isLogLost, isReadOnly } = await open(commandLine, log, endings);
  const { promise: beginsAnew, resolve: beginAnew } = Promise.withResolvers<Exit>();
  const parts = { db, now: () => Date.now(), newId: () => timeOrderedId(Date.now()), version: packageJson.version };
  const {
    virtualPrinters,
    isEmpty,
    isSafeMode,
    samplesFolder = SAMPLES,
    host,
    port,
    requestsPerSecond,
    isLoopback,
    publicNames,
  } = commandLine;
  const apiKeys = new ApiKeys({ ...parts, revocations: revocationsIn(dataFolder) });
  await settleKeys(apiKeys, log);
  const isKeyRequired = !isLoopback && !commandLine.isInsecureWithoutKeys;
  if (isKeyRequired) await requireKeys(apiKeys, commandLine);
  const certificate = await openCertificate(commandLine, log, endings);
  const drawing = new DrawingPool({ log: roomLog(log) });
  endings.add(() => drawing.stop());
  drawing.start();
  const controller = await Controller.create({
    ...parts,
    ...{ files, highWater, isLogLost },
    folder: { check: () => folder.check(), lookAfterPause: () => folder.lookAfterPause() },
    ...{ dataFolder, drawing, virtualPrinters, isEmpty, isSafeMode, samplesFolder },
    drawingVersion: readDrawingVersion,
    log: roomLog(log),
    onReplaced: (error) => fail(log, error, EXIT.replaced),
    onRestore: () => beginAnew(new Exit(EXIT.restore, 'a backup lies ready: start again to restore it')),
  });
  losses.on = (error) => void halt(controller, error, log);
  endings.add(() => controller.stop());
  disk.onFull = () => controller.diskIsFull();
  disk.onReadOnly = () => controller.cannotWrite('disk-read-only');
  disk.onWritable = () => beginAnew(new Exit(EXIT.writable, 'the disk can be written again: start again to print'));
  if (isReadOnly) controller.cannotWrite('disk-read-only');
  reservedFiles.hold(() => controller.cannotWrite('files-exhausted'));
  endings.add(() => reservedFiles.release());
  await controller.start();
  const keys = new IdempotencyKeys({ db, now: () => controller.clock.steady() });
  const access = { apiKeys, audit: new Audit({ ...parts, keep: (write) => controller.keep(write) }), isKeyRequired };
  const names = isLoopback ? publicNames : [hostname().toLowerCase(), ...publicNames];
  const door = await HttpDoor.create({ ...parts, controller, keys, access, host, names, certificate, requestsPerSecond, log });
  endings.add(() => door.close(ANSWER_PATIENCE));
  const url = await listen(door, { host, port });
  const textUrl = commandLine.text && (await openText(commandLine.text, { controller, log, endings }));
  await sayWhere(dataFolder, { url, controller, folder, endings });
  const checked = checkLater(files.database, { controller, log, endings });
  // The line does not print on while the last answers are on their way.
  endings.add(() => controller.takeNoMore());
  return { url, textUrl, isOver: Promise.race([checked, beginsAnew]) };
}

/** Holds the data folder and opens what is in it. */
async function open({ dataFolder: given, isDataRequired }: CommandLine, log: Logger, endings: Endings) {
  const dataFolder = resolve(given);
  const losses = { on: (error: FolderLostError): void => fail(log, error) };
  const folder = await holdFolder({ dataFolder, isDataRequired, endings, onLost: (error) => losses.on(error) });
  heldFolder = folder;
  await sayHowMuch(dataFolder);
  const disk = listenToDisk(log);
  const highWater = new HighWater(marksIn(dataFolder), () => folder.check());
  const { before } = highWater;
  const opened = await openOrRestore({ dataFolder, disk, before, now: () => Date.now(), log: roomLog(log) });
  const forget = watchDatabase(folder, dataFolder);
  checkBeforeSharing(opened.db, () => folder.check());
  endings.add(() => {
    forget();
    return closeInOrder(opened);
  });
  return { folder, losses, disk, highWater, ...opened };
}

/** For other processes, which find the file in the folder. */
async function sayWhere(dataFolder: string, { url, controller, folder, endings }: Said): Promise<void> {
  await controller.keep(async () => {
    folder.check();
    writeRunningFile(dataFolder, { url, pid: process.pid });
  });
  endings.add(() => {
    folder.check();
    return removeRunningFile(dataFolder);
  });
}

interface Said {
  url: string;
  controller: Controller;
  folder: FolderWatch;
  endings: Endings;
}

/** Whoever waits for the start learns how long it may take: nothing is said while the database is opened. */
async function sayHowMuch(dataFolder: string): Promise<void> {
  const bytes = await bytesToLookThrough(dataFolder);
  if (bytes > 0) await say(`controller starting: ${bytes} bytes to look through`);
}

function listenToDisk(log: Logger): DiskListener {
  return {
    // What a failed disk has kept only a new start can tell: nothing is answered or printed any more.
    onBroken: (error) => fail(log, error, EXIT.diskFailed),
    onUnwitnessed: (error) => log.warn({ err: error }, 'how far the log of the database is durable is not written down'),
  };
}

/** Keys go by both in any case: what a full disk does not take now is written with another start. */
async function settleKeys(apiKeys: ApiKeys, log: Logger): Promise<void> {
  await apiKeys.settle().catch((error: unknown) => log.error({ err: error }, 'which keys are revoked could not be written'));
}

/** Whoever reaches a service that asks for nothing can print. */
async function requireKeys(apiKeys: ApiKeys, { host, dataFolder }: CommandLine): Promise<void> {
  if (await apiKeys.hasAny()) return;
  const line =
    `other machines can reach ${host}, and no key is stored that they would need: make one with ` +
    `"npm run controller -- keys add NAME --scopes read,print --data ${dataFolder}", or give --insecure-without-keys`;
  throw new Exit(EXIT.badFlags, line);
}

/** A new one in its files is taken by itself, or at once on SIGHUP. */
async function openCertificate({ tls }: CommandLine, log: Logger, endings: Endings): Promise<Certificate | undefined> {
  if (!tls) return undefined;
  const certificate = await Certificate.open(tls, { log, now: () => Date.now() }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof CertificateTimeError) throw new Exit(EXIT.badFlags, reason);
    throw new Exit(EXIT.badFlags, `${tls.cert} and ${tls.key} are no certificate and its key: ${reason}`);
  });
  certificate.start();
  endings.add(() => certificate.stop());
  process.on('SIGHUP', () => void certificate.reload());
  return certificate;
}

async function openText(
  address: { host: string; port: number },
  { controller, log, endings }: { controller: Controller; log: Logger; endings: Endings },
): Promise<string> {
  const door = new TextDoor({ controller, host: address.host, log });
  const url = await listen(door, address);
  endings.add(() => door.close(ANSWER_PATIENCE));
  return url;
}

interface Started {
  url: string;
  /** Where the text protocol listens. */
  textUrl: string | undefined;
  /** Resolves when the database is found to be damaged after all, and when only a new start goes on: with a restored one, or on a disk that can be written again. */
  isOver: Promise<DamagedDatabaseError | Exit>;
}

/** Looks through what was printed before, while the line prints. On a full disk it waits for room: a reader would hold up what is written then. */
function checkLater(
  file: string,
  { controller, log, endings }: { controller: Controller; log: Logger; endings: Endings },
): Promise<DamagedDatabaseError> {
  const { promise, resolve: damaged } = Promise.withResolvers<DamagedDatabaseError>();
  const check = new LaterCheck({ file, tables: TABLES_CHECKED_LATER });
  endings.add(() => check.stop());
  void controller.keep(async () => {
    check.run().catch((error: unknown) => {
      if (error instanceof DamagedDatabaseError) damaged(error);
      else log.warn({ err: error }, 'what was printed before could not be looked through for damage');
    });
  });
  return promise;
}

/** Printing stops at once, and nothing more is written by the paths of the folder; what the open files take is written down, for a moment. */
async function halt(controller: Controller, error: FolderLostError, log: Logger): Promise<void> {
  log.error({ err: error }, 'printing stops: put the data folder back, or what was there; what was printed last may be kept nowhere');
  setTimeout(() => fail(log, error), HALT_LIMIT);
  controller.takeNoMore();
  await controller.printing.halt('the data folder was moved, deleted or replaced').catch((failure: unknown) => {
    log.error({ err: failure }, 'what became of the last prints could not be written down');
  });
  fail(log, error);
}

async function listen(
  door: { listen: (port: number) => Promise<string> },
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    return await door.listen(port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new Exit(EXIT.portTaken, `port ${port} on ${host} is taken by another program`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') throw new Exit(EXIT.badFlags, `port ${port} on ${host} cannot be used (${code})`);
    throw error;
  }
}

/** The key goes to standard output alone, where a script takes it from. */
async function answerKeysCommand(words: string[]): Promise<void> {
  const { lines, note } = await runKeysCommand(words);
  for (const line of lines) await say(line);
  if (note !== undefined) console.error(note);
}

/** In a process of its own, which can be ended when a disk or network share does not answer. */
async function answerBackupCommand(words: string[]): Promise<void> {
  if (!isApart()) process.exit(await runApart(fileURLToPath(import.meta.url), words));
  await say(await runBackupCommand(words, { version: packageJson.version, now: () => Date.now() }));
}

/** Nothing is answered or printed after this. */
function fail(log: Pick<Logger, 'fatal'>, error: unknown, code = codeOf(error)): never {
  // Whatever failed: where the data folder is gone that is the reason, and what a person can put right.
  const lost = heldFolder?.look();
  log.fatal({ err: error }, 'the controller ends after a failure');
  process.exit(lost ? EXIT.folderLost : code);
}

function codeOf(error: unknown): number {
  if (error instanceof FolderLostError) return EXIT.folderLost;
  if (error instanceof DamagedDatabaseError) return EXIT.damaged;
  return error instanceof OtherVersionError ? EXIT.otherVersion : EXIT.failed;
}

// A station that died leaves a broken pipe behind, and the line goes on printing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
let failureLog = openLog('fatal');
/** The data folder of this process, once it holds one. */
let heldFolder: FolderWatch | undefined;
/** What a failure means that ends the controller: of damage its database is marked. */
let judge = (error: unknown): unknown => error;
process.on('uncaughtException', (error) => fail(failureLog, judge(error)));
// A file that must not grow any more is a write that failed, and no reason to vanish without a word.
process.on('SIGXFSZ', () => undefined);

// Nobody else on this computer reads what a controller keeps.
process.umask(0o077);
const [command, ...words] = process.argv.slice(2);
try {
  if ([command, ...words].includes('--help')) await say(CONTROLLER_USAGE.trimEnd());
  else if (command === 'keys') await answerKeysCommand(words);
  else if (isBackupCommand(command)) await answerBackupCommand([command, ...words]);
  else await main();
  process.exit(0);
} catch (reason) {
  const error = reason instanceof CommandFailedError ? new Exit(EXIT.failed, reason.message) : judge(reason);
  if (!(error instanceof Exit || error instanceof CommandLineError)) fail(failureLog, error);
  console.error(error.message);
  process.exit(error instanceof Exit ? error.code : EXIT.badFlags);
}
