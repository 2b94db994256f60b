import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol, utilityProcess } from 'electron';
import type { MessagePortMain } from 'electron';
import { stationContract } from '#contract/station/index.ts';
import { messagePortLink } from '#gateway/rpc/message-port-link.ts';
import { RpcDoor } from '#gateway/rpc/rpc-door.ts';
import type { BytesRequest } from '#gateway/web/controller-bytes.ts';
import { pageBytes } from '#gateway/web/page-bytes.ts';
import { PAGE_HEADERS } from '#gateway/web/page-headers.ts';
import { systemClock } from '#station/clock.ts';
import { TELLS_END } from '#station/embedded/launcher.ts';
import { openStationLog } from '#station/station-log.ts';
import { Station } from '#station/station.ts';
import { watchStationFolder } from '#station/watch-station-folder.ts';
import { lockFolder } from '#storage/folder-lock.ts';
import { openStationDatabase } from '#storage/station-database.ts';
import packageJson from '../package.json' with { type: 'json' };
import { isBackupCommand } from './controller/backups/backup-commands.ts';
import { runWithinLimits } from './controller/backups/run-apart.ts';
import { controllerArguments, installedCommand, runCommand } from './shell/controller-command.ts';
import { utilityProcessLauncher } from './shell/controller-process.ts';
import { flagsOf, parseDesktopFlags, type DesktopFlags } from './shell/desktop-flags.ts';
import { Endings } from './shell/endings.ts';
import { openShell } from './shell/open-shell.ts';
import { PAGE_SCHEME } from './shell/page-protocol.ts';
import { DESKTOP_USAGE } from './shell/usage.ts';

/** The desktop app: station, gateway and shell are built in this order and ended in reverse. */

const EXIT = { failed: 1, badFlags: 2 };
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const log = openStationLog('desktop');
const { report, warn } = log;
const endings = new Endings();

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
    stdio: ['ignore', stdout, 'inherit'],
    ...(stdout === 'pipe' && { env: { ...process.env, [TELLS_END]: '1' } }),
  });

/** What starts an installed app again: an AppImage is mounted elsewhere each time. */
const installedProgram = (): string => process.env['APPIMAGE'] ?? app.getPath('exe');

/** Holds the data folder, opens the station in it, and starts its controller beside it. */
async function startStation(flags: DesktopFlags, dataFolder: string): Promise<Station> {
  const lock = lockFolder(dataFolder);
  if (!lock) throw new Error(`Another station already works on the folder "${dataFolder}".`);
  endings.add(() => lock.release());
  const database = join(dataFolder, 'station.db');
  const db = openStationDatabase(database);
  endings.add(() => db.destroy());
  const watch = watchStationFolder({ folder: dataFolder, database, clock: systemClock, log });
  endings.add(() => watch.stop());
  const controllerFolder = join(dataFolder, 'controller');
  const launcher = utilityProcessLauncher({
    fork: (args) => forkController(args, 'pipe'),
    args: ['--data', controllerFolder, '--port', String(flags.controllerPort)],
  });
  const station = new Station({
    db,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    version: packageJson.version,
    kind: 'desktop',
    controllers: flags.controllers,
    launcher: flags.hasEmbedded ? launcher : undefined,
    controllerFolder: flags.hasEmbedded ? controllerFolder : undefined,
    controllerCommand: app.isPackaged ? installedCommand(installedProgram()) : undefined,
    report,
  });
  endings.add(() => station.stop());
  await station.start();
  return station;
}

/** Quitting waits until everything has ended in order; asking twice does not hurry it. */
function endInOrder(): void {
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    void endings.run(report).then(() => app.exit(0));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

async function main(): Promise<void> {
  // Nobody else on this computer reads the data of this station.
  process.umask(0o077);
  const given = flagsOf(process.argv, app.isPackaged);
  const command = controllerArguments(given);
  if (command) {
    await app.whenReady();
    const fork = (args: string[]) => forkController(args, 'inherit');
    const forkRemoval = (files: string[]) => utilityProcess.fork(join(DIST, 'desktop/remove-begun.js'), files, { stdio: 'ignore' });
    return app.exit(await runCommand(command, { fork, forkRemoval, isGuarded: isBackupCommand, guard: runWithinLimits }));
  }
  if (given.includes('--help')) {
    process.stdout.write(DESKTOP_USAGE);
    return app.exit(0);
  }
  const flags = readFlags(given);
  const dataFolder = resolve(flags.dataFolder ?? (app.isPackaged ? join(app.getPath('userData'), 'data') : 'data'));
  const ownFolder = join(dataFolder, 'desktop');
  mkdirSync(ownFolder, { recursive: true });
  app.setPath('userData', ownFolder);
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([PAGE_SCHEME]);
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  endInOrder();
  await app.whenReady();
  const station = await startStation(flags, dataFolder);
  const rpc = new RpcDoor({ contract: stationContract, handlers: station.handlers, report });
  const shell = {
    dist: DIST,
    screenMode: flags.screenMode,
    headers: PAGE_HEADERS,
    passBytes: (request: BytesRequest) => pageBytes(station, request),
    attach: (port: MessagePortMain) => rpc.attach(messagePortLink(port)),
    report,
    warn,
  };
  openShell(shell, endings);
}

// Electron's own box would stop a wall screen until somebody presses its button.
process.on('uncaughtException', report);

// Not awaited: Electron becomes ready only once this module has run to its end.
void main().catch(async (error: unknown) => {
  report(error);
  // What was opened is given back before anybody is asked to read: the box stays until its button is pressed.
  await endings.run(report);
  dialog.showErrorBox('Strobe cannot start', error instanceof Error ? error.message : String(error));
  app.exit(EXIT.failed);
});
