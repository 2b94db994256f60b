import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { PLANT_SCOPES } from '#contract/plant/plant-scope.ts';
import { openProcessLog } from '#process/process-log.ts';
import { writeLine } from '#process/write-line.ts';
import { Certificate } from '#tls/certificate.ts';
import packageJson from '../package.json' with { type: 'json' };
import { databaseFault, type DatabaseFault } from './plant/database/database-fault.ts';
import { migratePlant, NewerPlantSchemaError, OlderPlantSchemaError } from './plant/database/migrate-plant.ts';
import type { PlantConnections } from './plant/database/plant-connections.ts';
import { connectToServer } from './plant/database/server-connections.ts';
import { PlantServer } from './plant/http/plant-server.ts';
import { Plant } from './plant/plant.ts';
import {
  parsePlantCommand,
  PLANT_HELP,
  PlantCommandLineError,
  type DatabasePlace,
  type PlantFlags,
} from './plant/process/plant-command-line.ts';

/**
 * The plant: an HTTP service over PostgreSQL. Writes to standard output where it listens, and logs JSON lines to standard error. Ends with 0 after a
 * signal, 2 for a wrong flag, 12 for tables of another version, and 1 for any other failure.
 */
const EXIT = { failed: 1, badFlags: 2, otherVersion: 12 };
const PAGE = fileURLToPath(new URL('../dist/plant-page', import.meta.url));
const PATIENCE = 3_000;
const STOP_LIMIT = 9_000;
/** Milliseconds until a database that cannot be used is tried again, and what may pass by itself. */
const RETRY_PAUSE = 2_000;
const TEMPORARY: readonly DatabaseFault['code'][] = ['unreachable', 'stopping', 'read-only', 'too-many-connections', 'disk-full'];

async function main(): Promise<void> {
  const command = parsePlantCommand(process.argv.slice(2), process.env);
  if (command.action === 'help') return writeLine(PLANT_HELP.trimEnd());
  if (command.action === 'serve') return serve(command.flags);
  const log = openProcessLog('warn', { name: 'plant' });
  const connections = await connect(command.database, log);
  try {
    await migratePlant(connections, { isAllowed: true });
    if (command.action === 'migrate') return await writeLine('the tables have the version of this program');
    const plant = new Plant({ connections, now: () => Date.now(), log });
    await writeLine(await plant.keys.add(command.key));
  } finally {
    await connections.close();
  }
}

async function serve(flags: PlantFlags): Promise<void> {
  const log = openProcessLog(flags.logLevel, { name: 'plant' });
  const stopAsked = new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop());
  });
  await using resources = new AsyncDisposableStack();
  const connections = await connect(flags.database, log);
  resources.defer(() => connections.close());
  const plant = new Plant({ connections, now: () => Date.now(), log });
  resources.defer(() => plant.stop());
  const certificate = await openCertificate(flags, log, resources);
  const names = [hostname().toLowerCase(), ...flags.publicNames];
  const server = await PlantServer.create({
    plant,
    version: packageJson.version,
    host: flags.host,
    names,
    certificate,
    pageRoot: PAGE,
    updates: flags.updates,
    newId: randomUUID,
    log,
  });
  resources.defer(() => server.close(PATIENCE));
  const url = await server.listen(flags.port);
  const hasWaited = await migrateWhenReachable(connections, { flags, log, url, stopAsked });
  plant.start();
  if (connections.kind === 'embedded') await announceTrial(plant);
  if (!hasWaited) await writeLine(`plant listening on ${url}`);
  await stopAsked;
  setTimeout(() => process.exit(EXIT.failed), STOP_LIMIT).unref();
}

interface Waiting {
  flags: PlantFlags;
  log: Logger;
  /** Where it listens. */
  url: string;
  stopAsked: Promise<void>;
}

/**
 * Migrates as soon as the database can be used: its server may start after this program. Until then requests are answered with 503 and the reason.
 * Returns whether it had to wait, and so has said where it listens. Throws any other error.
 */
async function migrateWhenReachable(connections: PlantConnections, { flags, log, url, stopAsked }: Waiting): Promise<boolean> {
  let isStopped = false;
  let last = '';
  void stopAsked.then(() => (isStopped = true));
  while (!isStopped) {
    try {
      await migratePlant(connections, { isAllowed: flags.migrates });
      return last !== '';
    } catch (error) {
      const fault = databaseFault(error);
      if (!fault || !TEMPORARY.includes(fault.code)) throw error;
      if (fault.text !== last) log.warn(`the database cannot be used yet; it is tried again: ${fault.text}`);
      if (last === '') await writeLine(`plant listening on ${url}`);
      last = fault.text;
    }
    await Promise.race([stopAsked, setTimeoutPromise(RETRY_PAUSE)]);
  }
  return last !== '';
}

/** Says that this is no database for a plant. The first start creates a key: another process could not open the embedded database to add one. */
async function announceTrial(plant: Plant): Promise<void> {
  await writeLine('the database is embedded: this is for trying, use --database URL in a plant');
  if ((await plant.keys.list()).length > 0) return;
  const key = await plant.keys.add({ name: 'first key', scopes: [...PLANT_SCOPES] });
  await writeLine(`the first key, which is shown only now: ${key}`);
}

async function connect(place: DatabasePlace, log: Logger): Promise<PlantConnections> {
  if ('addresses' in place) return connectToServer(place.addresses, log);
  const folder = resolve(place.folder);
  mkdirSync(folder, { recursive: true });
  // Loaded when it is used: a plant with a server needs none of its 25 MB.
  const { openEmbedded } = await import('./plant/database/embedded-connections.ts');
  return openEmbedded(folder);
}

async function openCertificate({ tls }: PlantFlags, log: Logger, resources: AsyncDisposableStack): Promise<Certificate | undefined> {
  if (!tls) return undefined;
  const certificate = await Certificate.open(tls, { log, now: () => Date.now() });
  certificate.start();
  resources.defer(() => certificate.stop());
  return certificate;
}

function codeOf(error: unknown): number {
  if (error instanceof PlantCommandLineError) return EXIT.badFlags;
  return error instanceof NewerPlantSchemaError || error instanceof OlderPlantSchemaError ? EXIT.otherVersion : EXIT.failed;
}

// Files of the plant are readable by its own user only.
process.umask(0o077);
try {
  await main();
  process.exit(0);
} catch (error) {
  const known = error instanceof PlantCommandLineError || codeOf(error) === EXIT.otherVersion;
  const text = databaseFault(error)?.text ?? (known && error instanceof Error ? error.message : undefined);
  console.error(text ?? error);
  process.exit(codeOf(error));
}
