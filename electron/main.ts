import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol, safeStorage, utilityProcess } from 'electron';
import type { MessagePortMain } from 'electron';
import { stationContract } from '#contract/station/index.ts';
import { messagePortLink } from '#gateway/rpc/message-port-link.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { NetworkPage } from '#gateway/web/network-page.ts';
import type { BytesRequest } from '#gateway/web/controller-bytes.ts';
import { pageBytes } from '#gateway/web/page-bytes.ts';
import { PAGE_HEADERS } from '#http/page/page-headers.ts';
import { STATION_DATABASE } from '#station/backups/station-files.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import { CONTROLLER_NODE_FLAGS, TELLS_END } from '#station/embedded/launcher.ts';
import { LanguageFiles } from '#station/languages/language-files.ts';
import { DESKTOP, serveFor } from '#station/people/callers.ts';
import { openStationLog } from '#station/process/station-log.ts';
import { KeyFileBox, SECRET_KEY_FILE } from '#station/secrets/key-file-box.ts';
import { Secrets } from '#station/secrets/secrets.ts';
import { Station } from '#station/station.ts';
import { watchStationFolder } from '#station/process/watch-station-folder.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { STROBE_FILE } from '#storage/files/strobe-file.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import packageJson from '../package.json' with { type: 'json' };
import { isBackupCommand } from './controller/process/backup-commands.ts';
import { runWithinLimits } from './controller/backups/run-in-child-process.ts';
import { controllerArguments, installedCommand, runCommand } from './shell/controller-command.ts';
import { utilityProcessLauncher } from './shell/controller-process.ts';
import { flagsOf, parseDesktopFlags, type DesktopFlags } from './shell/desktop-flags.ts';
import { ShutdownStack } from './shell/shutdown-stack.ts';
import { findKeyring } from './shell/keyring-box.ts';
import { openShell } from './shell/open-shell.ts';
import { PAGE_SCHEME } from './shell/page-protocol.ts';
import { startWithSystem } from './shell/start-with-system.ts';
import { DESKTOP_HELP } from './shell/desktop-help.ts';

/** The desktop app. Station, gateway and shell start in this order and stop in reverse. */

const EXIT = { failed: 1, badFlags: 2 };
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const log = openStationLog('desktop');
const { report, warn } = log;
const shutdown = new ShutdownStack(report);

function readFlags(flags: string[]): DesktopFlags {
  try {
    return parseDesktopFlags(flags);
  } catch (error) {
    process.stderr.write(`strobe: ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(EXIT.badFlags);
  }
}

const forkController = (args: string[], stdout: 'pipe' | 'inherit') =>
  utilityProcess.fork(join(DIST, 'desktop/controller.js'), args, {
    serviceName: 'Strobe controller',
    execArgv: [...CONTROLLER_NODE_FLAGS],
    stdio: ['ignore', stdout, 'inherit'],
    ...(stdout === 'pipe' && { env: { ...process.env, [TELLS_END]: '1' } }),
  });

/** Path of the installed program. An AppImage is mounted at another path each time, so its own file is used. */
const installedProgram = (): string => process.env['APPIMAGE'] ?? app.getPath('exe');

/** Locks the data folder, opens the station's database and starts the station with its embedded controller. */
async function startStation(flags: DesktopFlags, dataFolder: string): Promise<Station> {
  const lock = lockFolder(dataFolder);
  if (!lock) throw new Error(`Another station already uses the folder "${dataFolder}".`);
  shutdown.defer(() => lock.release());
  takeStaged(dataFolder, STATION_DATABASE, Date.now());
  const database = join(dataFolder, STATION_DATABASE);
  const db = openStationDatabase(database);
  shutdown.defer(() => db.destroy());
  const watch = watchStationFolder({ folder: dataFolder, database, clock: systemClock, log });
  shutdown.defer(() => watch.stop());
  const controllerFolder = join(dataFolder, 'controller');
  const launcher = utilityProcessLauncher({
    fork: (args) => forkController(args, 'pipe'),
    args: ['--data', controllerFolder, '--port', String(flags.controllerPort), '--network-settings', join(dataFolder, STROBE_FILE)],
  });
  const station = new Station({
    db,
    restart,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    version: packageJson.version,
    kind: 'desktop',
    controllers: flags.controllers,
    launcher: flags.hasEmbedded ? launcher : undefined,
    controllerFolder: flags.hasEmbedded ? controllerFolder : undefined,
    dataFolder,
    controllerCommand: app.isPackaged ? installedCommand(installedProgram()) : undefined,
    secrets: await openSecrets(flags, dataFolder),
    auditKey: signingKeyIn(join(dataFolder, 'audit-signing-key.pem')),
    languages: new LanguageFiles({ folder: join(dataFolder, 'languages'), warn }),
    report,
  });
  shutdown.defer(() => station.stop());
  await station.start();
  return station;
}

/**
 * The keyring of the system encrypts the keys of controllers, if there is one. A kiosk uses the key file: it starts without a person who could unlock a
 * keyring.
 */
async function openSecrets({ screenMode }: DesktopFlags, dataFolder: string): Promise<Secrets> {
  const file = KeyFileBox.inFile(join(dataFolder, SECRET_KEY_FILE));
  const keyring = await findKeyring(safeStorage);
  if (!keyring) return new Secrets([file]);
  return new Secrets(screenMode === 'kiosk' ? [file, keyring] : [keyring, file]);
}

/** Starts the app again, after a restore. */
function restart(): void {
  app.relaunch();
  app.quit();
}

/** Shuts down before the app quits. A second request waits for the first. */
function shutDownOnQuit(): void {
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    void shutdown.disposeAsync().then(() => app.exit(0));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

async function main(): Promise<void> {
  // Files are readable by their owner only.
  process.umask(0o077);
  const args = flagsOf(process.argv, app.isPackaged);
  const command = controllerArguments(args);
  if (command) {
    await app.whenReady();
    const fork = (args: string[]) => forkController(args, 'inherit');
    const forkRemoval = (files: string[]) => utilityProcess.fork(join(DIST, 'desktop/remove-partial-files.js'), files, { stdio: 'ignore' });
    return app.exit(await runCommand(command, { fork, forkRemoval, isGuarded: isBackupCommand, guard: runWithinLimits }));
  }
  if (args.includes('--help')) {
    process.stdout.write(DESKTOP_HELP);
    return app.exit(0);
  }
  const flags = readFlags(args);
  const dataFolder = resolve(flags.dataFolder ?? (app.isPackaged ? join(app.getPath('userData'), 'data') : 'data'));
  const ownFolder = join(dataFolder, 'desktop');
  mkdirSync(ownFolder, { recursive: true });
  app.setPath('userData', ownFolder);
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([PAGE_SCHEME]);
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  shutDownOnQuit();
  await app.whenReady();
  const station = await startStation(flags, dataFolder);
  const rpc = new RpcServer({ contract: stationContract, handlers: station.handlers, report });
  const shell = {
    dist: DIST,
    screenMode: flags.screenMode,
    headers: PAGE_HEADERS,
    passBytes: (request: BytesRequest) => serveFor(DESKTOP, () => pageBytes(station, request)),
    attach: (port: MessagePortMain) => rpc.attach(messagePortLink(port), (call) => serveFor(DESKTOP, call)),
    report,
    warn,
    station: station.desktop,
    icon: join(DIST, '../build/icons/png/32x32.png'),
    startWithSystem: app.isPackaged ? startWithSystem(app, { program: installedProgram(), flags: args }) : undefined,
  };
  openShell(shell, shutdown);
  const pages = { station, rpc, root: join(DIST, 'renderer'), report, warn };
  const networkPage = new NetworkPage({ ...pages, access: station.networkSignIn, settings: station.network, now: () => systemClock.now() });
  shutdown.defer(() => networkPage.stop());
  await networkPage.start();
}

// Electron's default error box would block a wall screen until a person closes it.
process.on('uncaughtException', report);

// Not awaited: Electron emits 'ready' only after this module has been evaluated.
void main().catch(async (error: unknown) => {
  report(error);
  // Before the box, which stays open until a person closes it.
  await shutdown.disposeAsync();
  dialog.showErrorBox('Strobe cannot start', error instanceof Error ? error.message : String(error));
  app.exit(EXIT.failed);
});
