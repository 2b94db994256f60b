import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { STATION_KEY_NAME } from '#contract/api-v3/api-key.ts';
import { calledAs } from '#process/called-as.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import type { ControllerSchema } from '#storage/database/controller-schema.ts';
import { openSharedDatabase } from '#storage/database/open-shared-database.ts';
import { ApiKeys } from '../keys/api-keys.ts';
import { revocationsIn } from '../keys/revocations.ts';
import { databaseFileIn } from '../platform/data-folder-paths.ts';
import type { ControllerFlags } from './command-line.ts';
import { EXIT_CODES, ExitError } from './exit-codes.ts';

/**
 * Brings the stored keys up to date before the controller listens, and returns whether a request needs a key whatever the settings say. Throws an
 * `ExitError` when other computers could print without one.
 */
export async function settleKeys(apiKeys: ApiKeys, flags: ControllerFlags, log: Pick<Logger, 'error'>): Promise<boolean> {
  await adoptKeys(apiKeys, flags).catch((error: unknown) => log.error({ err: error }, 'the list of keys could not be written'));
  const isKeyRequired = !flags.isLoopback && !flags.isInsecureWithoutKeys;
  if (isKeyRequired || flags.text?.isLoopback === false) await requireKeys(apiKeys, flags, isKeyRequired);
  return isKeyRequired;
}

/** Makes the station's key valid at the controller that holds the folder already: it applies from that one's next request. */
export async function giveStationKey({ dataFolder, stationKeyHash }: ControllerFlags): Promise<void> {
  if (stationKeyHash === undefined) return;
  const folder = resolve(dataFolder);
  const db = openSharedDatabase<ControllerSchema>(databaseFileIn(folder), CONTROLLER_MIGRATIONS.length);
  try {
    await new ApiKeys({ db, now: () => Date.now(), revocations: revocationsIn(folder) }).adopt(STATION_KEY_NAME, stationKeyHash);
  } finally {
    await db.destroy();
  }
}

/** Revocations are stored in the database and in a file, and either one is enough. A full disk is retried at the next start. */
async function adoptKeys(apiKeys: ApiKeys, { stationKeyHash }: ControllerFlags): Promise<void> {
  if (stationKeyHash === undefined) await apiKeys.settle();
  else await apiKeys.adopt(STATION_KEY_NAME, stationKeyHash);
}

/** Refuses to listen beyond this computer without keys: anyone on the network could print. The text protocol always needs one there. */
async function requireKeys(apiKeys: ApiKeys, { host, text, dataFolder }: ControllerFlags, isForHttp: boolean): Promise<void> {
  if (await apiKeys.hasAny()) return;
  const line =
    `other computers can reach ${isForHttp ? host : text?.host}, but no API key is stored: create one with ` +
    `"${calledAs('controller')} keys add NAME --scopes read,print --data ${dataFolder}"${isForHttp ? ', or add --insecure-without-keys' : ''}`;
  throw new ExitError(EXIT_CODES.badFlags, line);
}
