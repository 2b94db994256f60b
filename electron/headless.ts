import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stationContract } from '#contract/station/index.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { NetworkPage } from '#gateway/web/network-page.ts';
import { PageServer } from '#gateway/web/page-server.ts';
import { redactLogLine } from '#process/redact-log-line.ts';
import { RotatingLogFile } from '#process/rotating-log-file.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import type { PageNetworkState } from '#station/network/page-network.ts';
import { isStationBackupCommand, runStationBackupCommand } from '#station/process/backup-command.ts';
import { StationCommandError } from '#station/process/command-error.ts';
import { readFlags, type StationFlags } from '#station/process/station-flags.ts';
import { childProcessLauncher } from '#station/embedded/child-process-launcher.ts';
import { CONTROLLER_NODE_FLAGS } from '#station/embedded/launcher.ts';
import { LanguageFiles } from '#station/languages/language-files.ts';
import { SessionStore } from '#station/sign-in/session-store.ts';
import { SignIn } from '#station/sign-in/sign-in.ts';
import { findStartAddress } from '#station/sign-in/start-file.ts';
import { ServiceManager } from '#process/service-manager.ts';
import { calledAs } from '#process/called-as.ts';
import { KeyFileBox, SECRET_KEY_FILE } from '#station/secrets/key-file-box.ts';
import { Secrets } from '#station/secrets/secrets.ts';
import { openStationLog, type StationLog } from '#station/process/station-log.ts';
import type { StationOptions } from '#station/modules/station-modules.ts';
import { Station } from '#station/station.ts';
import { STATION_HELP } from '#station/process/station-help.ts';
import { DEBIAN_FOLDERS, DEBIAN_PROGRAM_FOLDER } from '#updates/update-folders.ts';
import { watchStationFolder } from '#station/process/watch-station-folder.ts';
import { AUDIT_KEY_FILE, STATION_DATABASE } from '#station/backups/station-files.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { STROBE_FILE } from '#storage/files/strobe-file.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { OtherVersionError } from '#storage/migrations/migrate.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import packageJson from '../package.json' with { type: 'json' };

/** The station without the desktop app. Its page is opened in a browser on this computer. */

const EXIT_FAILED = 1;
const EXIT_BAD_FLAGS = 2;
const EXIT_ALREADY_RUNNING = 4;
const EXIT_PORT_TAKEN = 5;
const EXIT_OTHER_VERSION = 12;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Ends the program with an exit code and a one-line message. */
class ExitError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

function flagsOf(args: string[]): StationFlags {
  try {
    return readFlags(args);
  } catch (error) {
    throw new ExitError(EXIT_BAD_FLAGS, error instanceof Error ? error.message : String(error));
  }
}

function controllerLauncher({ data, controllerPort, isControllerService, hasLogFile }: StationFlags) {
  const controller = fileURLToPath(new URL('./controller.ts', import.meta.url));
  const settings = ['--network-settings', resolve(data, STROBE_FILE), ...(hasLogFile ? ['--log-file'] : [])];
  const place = ['--data', join(data, 'controller'), '--port', String(controllerPort), ...settings];
  const args = [...CONTROLLER_NODE_FLAGS, controller, ...place, ...(isControllerService ? ['--attach'] : [])];
  return childProcessLauncher({ command: process.execPath, args });
}

/** Writes lines of the log to files in the data folder; undefined without them. */
function logFileOf({ data, hasLogFile }: StationFlags): ((line: string) => void) | undefined {
  if (!hasLogFile) return undefined;
  const file = new RotatingLogFile({ folder: join(data, 'logs'), name: 'station' });
  // A log without errors is there too, so that its absence means that there is none.
  file.write(`${JSON.stringify({ level: 30, time: systemClock.now(), pid: process.pid, name: 'station', msg: 'the station starts' })}\n`);
  return (line) => file.write(redactLogLine(line));
}

function printStartAddress({ data }: StationFlags): void {
  const address = findStartAddress(data);
  if (address === undefined) throw new ExitError(EXIT_FAILED, `no station is running on the folder "${data}"`);
  process.stdout.write(`${address}\n`);
}

/** One for the process: a station that starts again in place is the same service, and its watchdog must not run out meanwhile. */
const service = new ServiceManager({
  env: process.env,
  report: (error) => void process.stderr.write(`station: systemd could not be told the state of the station: ${String(error)}\n`),
});

async function run(flags: StationFlags): Promise<void> {
  // Files are readable by their owner only.
  process.umask(0o077);
  mkdirSync(flags.data, { recursive: true });
  const lock = lockFolder(flags.data);
  if (!lock) throw new ExitError(EXIT_ALREADY_RUNNING, `another station already uses the folder "${flags.data}"`);
  const log = openStationLog('station', logFileOf(flags));
  const { report } = log;
  takeStaged(flags.data, STATION_DATABASE, Date.now());
  const database = join(flags.data, STATION_DATABASE);
  const db = openStationDatabase(database);
  const watch = watchStationFolder({ folder: flags.data, database, clock: systemClock, log });
  // Pages connect again at the same address.
  let isRestarting = false;
  const restart = (): void => {
    isRestarting = true;
    void stop()
      .then(() => run({ ...flags, port: Number(new URL(url).port) }))
      .catch(end);
  };
  const station = new Station({ ...optionsOf(flags, log), db, restart });
  const rpc = new RpcServer({ contract: stationContract, handlers: station.handlers, report });
  const signIn = new SignIn({ store: new SessionStore(db), clock: systemClock, folder: flags.data, kioskFile: flags.kioskFile, report });
  const pages = { station, rpc, root: join(ROOT, 'dist/renderer'), report };
  const server = new PageServer({ ...pages, access: signIn, port: flags.port });
  const { warn } = log;
  const settings = station.network;
  const networkPage = new NetworkPage({ ...pages, access: station.networkSignIn, settings, warn, now: () => systemClock.now() });
  let url = '';
  const ignoreSignals = stopOnSignal(() => stop());
  const stop = once(async () => {
    // A service that says that it stops would be ended by its manager.
    if (!isRestarting) service.stopping();
    await networkPage.stop();
    await server.stop();
    await station.stop();
    await signIn.stop();
    watch.stop();
    await db.destroy();
    lock.release();
    ignoreSignals();
  });
  try {
    await signIn.start();
    url = await server.start();
    const startAddress = await signIn.invite(url);
    await station.start();
    process.stdout.write(`station listening on ${url}\nopen it once at ${startAddress}\n`);
    service.ready();
    await networkPage.start();
    printNetwork(station.network.snapshot());
  } catch (error) {
    // A server that stays open would keep this process alive, and its lock would keep another station from starting.
    await stop().catch(report);
    if (isPortTaken(error)) throw new ExitError(EXIT_PORT_TAKEN, `another program uses port ${flags.port}`);
    report(error);
    throw error;
  }
}

function optionsOf(flags: StationFlags, { report, warn }: StationLog): Omit<StationOptions, 'db' | 'restart'> {
  return {
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    version: packageJson.version,
    kind: 'headless',
    controllers: flags.controllers,
    launcher: flags.hasEmbedded ? controllerLauncher(flags) : undefined,
    controllerFolder: flags.hasEmbedded ? resolve(flags.data, 'controller') : undefined,
    dataFolder: resolve(flags.data),
    controllerCommand: calledAs('controller').split(' '),
    pageFolder: join(ROOT, 'dist/renderer'),
    network: flags.network,
    auditKey: signingKeyIn(join(flags.data, AUDIT_KEY_FILE)),
    secrets: new Secrets([KeyFileBox.inFile(join(flags.data, SECRET_KEY_FILE))]),
    updates: resolve(ROOT) === DEBIAN_PROGRAM_FOLDER ? DEBIAN_FOLDERS : undefined,
    languages: new LanguageFiles({ folder: join(flags.data, 'languages'), warn }),
    report,
  };
}

/** Says where other computers open the page, or why they cannot. */
function printNetwork({ state, reason, addresses, firstPersonCode }: PageNetworkState): void {
  if (state === 'failed') process.stderr.write(`station: other computers cannot open the page: ${reason ?? ''}\n`);
  if (state !== 'listening') return;
  process.stdout.write(`other computers open ${addresses[0] ?? ''}\n`);
  if (firstPersonCode !== null) process.stdout.write(`the first administrator signs in there with the code ${firstPersonCode}\n`);
}

/** A second call waits for the first one. */
function once(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= stop());
}

/** A second signal does not shorten the stop, which gives the controller time to end. The returned function ends the reaction to signals. */
function stopOnSignal(stop: () => Promise<void>): () => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const end = (): void => void stop().then(() => process.exit(0));
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ExitError) return error.exitCode;
  if (error instanceof StationCommandError) return error.exitCode;
  return error instanceof OtherVersionError ? EXIT_OTHER_VERSION : EXIT_FAILED;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(STATION_HELP);
    return;
  }
  try {
    if (isStationBackupCommand(args[0])) {
      const line = await runStationBackupCommand(args, { version: packageJson.version, now: () => Date.now() });
      process.stdout.write(`${line}\n`);
      return;
    }
    const flags = flagsOf(args);
    if (flags.printsUrl) printStartAddress(flags);
    else await run(flags);
  } catch (error) {
    end(error);
  }
}

function end(error: unknown): never {
  process.stderr.write(`station: ${error instanceof Error ? error.message : String(error)}\n`);
  // Also when something is still open: it must not keep another station from starting.
  process.exit(exitCodeOf(error));
}

// The reader of the output may have closed it, or the disk that it is written to may be full.
process.stdout.on('error', () => undefined);
await main();
