import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stationContract } from '#contract/station/index.ts';
import { RpcDoor } from '#gateway/rpc/rpc-door.ts';
import { WebDoor } from '#gateway/web/web-door.ts';
import { systemClock } from '#station/clock.ts';
import { readFlags, type StationFlags } from '#station/command-line.ts';
import { childProcessLauncher } from '#station/embedded/child-process-launcher.ts';
import { SessionStore } from '#station/sign-in/session-store.ts';
import { SignIn } from '#station/sign-in/sign-in.ts';
import { findStartAddress } from '#station/sign-in/start-file.ts';
import { openStationLog } from '#station/station-log.ts';
import { Station } from '#station/station.ts';
import { STATION_USAGE } from '#station/usage.ts';
import { watchStationFolder } from '#station/watch-station-folder.ts';
import { lockFolder } from '#storage/folder-lock.ts';
import { OtherVersionError } from '#storage/migrate.ts';
import { openStationDatabase } from '#storage/station-database.ts';
import packageJson from '../package.json' with { type: 'json' };

/** The station without a desktop: its page is opened in a browser on this computer. */

const EXIT_FAILED = 1;
const EXIT_BAD_FLAGS = 2;
const EXIT_ALREADY_RUNNING = 4;
const EXIT_PORT_TAKEN = 5;
const EXIT_OTHER_VERSION = 12;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Ends the program with this exit code and one line. */
class Refusal extends Error {
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
    throw new Refusal(EXIT_BAD_FLAGS, error instanceof Error ? error.message : String(error));
  }
}

function controllerLauncher({ data, controllerPort }: StationFlags) {
  const controller = fileURLToPath(new URL('./controller.ts', import.meta.url));
  const args = [controller, '--data', join(data, 'controller'), '--port', String(controllerPort)];
  return childProcessLauncher({ command: process.execPath, args });
}

function printStartAddress({ data }: StationFlags): void {
  const address = findStartAddress(data);
  if (address === undefined) throw new Refusal(EXIT_FAILED, `no station is running on the folder "${data}"`);
  process.stdout.write(`${address}\n`);
}

async function run(flags: StationFlags): Promise<void> {
  // Nobody else on this computer reads the data of this station.
  process.umask(0o077);
  mkdirSync(flags.data, { recursive: true });
  const lock = lockFolder(flags.data);
  if (!lock) throw new Refusal(EXIT_ALREADY_RUNNING, `another station already works on the folder "${flags.data}"`);
  const log = openStationLog('station');
  const { report } = log;
  const database = join(flags.data, 'station.db');
  const db = openStationDatabase(database);
  const watch = watchStationFolder({ folder: flags.data, database, clock: systemClock, log });
  const station = new Station({
    db,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    version: packageJson.version,
    kind: 'headless',
    controllers: flags.controllers,
    launcher: flags.hasEmbedded ? controllerLauncher(flags) : undefined,
    controllerFolder: flags.hasEmbedded ? resolve(flags.data, 'controller') : undefined,
    report,
  });
  const rpc = new RpcDoor({ contract: stationContract, handlers: station.handlers, report });
  const signIn = new SignIn({ store: new SessionStore(db), clock: systemClock, folder: flags.data, report });
  const door = new WebDoor({ station, rpc, access: signIn, root: join(ROOT, 'dist/renderer'), port: flags.port, report });
  const stop = once(async () => {
    await door.stop();
    await station.stop();
    await signIn.stop();
    watch.stop();
    await db.destroy();
    lock.release();
  });
  try {
    await signIn.start();
    const url = await door.start();
    endInOrder(stop);
    const startAddress = await signIn.invite(url);
    await station.start();
    process.stdout.write(`station listening on ${url}\nopen it once at ${startAddress}\n`);
  } catch (error) {
    // A door that stays open would keep a station running that controls nothing: nobody would start another one.
    await stop().catch(report);
    if (isPortTaken(error)) throw new Refusal(EXIT_PORT_TAKEN, `port ${flags.port} is taken by another program`);
    report(error);
    throw error;
  }
}

/** Whoever asks again waits for the first one. */
function once(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () => (stopping ??= stop());
}

/** A second signal does not hurry the first: the line's controller gets its time. */
function endInOrder(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)));
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Refusal) return error.exitCode;
  return error instanceof OtherVersionError ? EXIT_OTHER_VERSION : EXIT_FAILED;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(STATION_USAGE);
    return;
  }
  try {
    const flags = flagsOf(args);
    if (flags.printsUrl) printStartAddress(flags);
    else await run(flags);
  } catch (error) {
    process.stderr.write(`station: ${error instanceof Error ? error.message : String(error)}\n`);
    // At once: what could not be ended keeps nobody from starting another one.
    process.exit(exitCodeOf(error));
  }
}

// Who read where it listens may be gone, or the disk full that this goes to.
process.stdout.on('error', () => undefined);
await main();
