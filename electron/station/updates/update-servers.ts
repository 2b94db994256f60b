import type { PlantSettings } from '#contract/api-v3/plant.ts';
import type { FoundUpdate, UpdateFault } from '#contract/station/updates.ts';
import { PLANT_UPDATES_FOLDER, type LatestPackage } from '#contract/updates/latest-package.ts';
import { alreadyInstalled } from '#updates/check-package.ts';
import { readLatest, type ServerFolder } from '#updates/web-source.ts';
import { reasonOf, UpdateRefusal } from '#updates/update-refusal.ts';

/** A package on a server, and where it is downloaded from. */
export interface ServerPackage {
  latest: LatestPackage;
  from: ServerFolder;
}

export interface ServerSearch {
  found: FoundUpdate[];
  /** By the identifier of what was found. */
  packages: Map<string, ServerPackage>;
  faults: UpdateFault[];
}

/** Settings of the plant that say where it is. */
type PlantAddress = Pick<PlantSettings, 'isEnabled' | 'url' | 'authorities'>;

export interface SearchedServers {
  /** A folder on a web server, as a person entered it; null for none. */
  address: string | null;
  /** Reads to which plant the controller of this computer is connected; undefined without a controller. */
  readPlant: (() => Promise<PlantAddress>) | undefined;
  /** The installed version. */
  installed: string;
}

const NOT_FOUND = '404';

/** Looks for a package on the web server, and on the plant. Never rejects: a server that does not answer is a fault of the search. */
export async function searchServers({ address, readPlant, installed }: SearchedServers): Promise<ServerSearch> {
  const search: ServerSearch = { found: [], packages: new Map(), faults: [] };
  if (address !== null) await look(search, { place: 'web', installed, folder: async () => ({ address, authorities: '' }) });
  if (readPlant) await look(search, { place: 'plant', installed, folder: () => plantFolder(readPlant) });
  return search;
}

interface Place {
  place: UpdateFault['place'];
  installed: string;
  /** Undefined for none. */
  folder: () => Promise<ServerFolder | undefined>;
}

async function look({ found, packages, faults }: ServerSearch, { place, installed, folder }: Place): Promise<void> {
  try {
    const from = await folder();
    if (!from || packages.has(from.address)) return;
    const latest = await readLatest(from);
    packages.set(from.address, { latest, from });
    const fault = latest.version === installed ? alreadyInstalled(installed).reason : null;
    found.push({ id: from.address, place, where: from.address, isChecked: false, fault, ...latest });
  } catch (error) {
    // A plant need not give out new versions.
    if (place === 'plant' && error instanceof UpdateRefusal && error.reason.values['status'] === NOT_FOUND) return;
    faults.push({ place, reason: reasonOf(error) });
  }
}

async function plantFolder(readPlant: () => Promise<PlantAddress>): Promise<ServerFolder | undefined> {
  const { isEnabled, url, authorities } = await readPlant();
  return isEnabled ? { address: `${url.replace(/\/+$/, '')}/${PLANT_UPDATES_FOLDER}`, authorities } : undefined;
}
