import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { controllerFiles, copyData, putDataBack, stationFiles, type DataFiles } from './data-copies.ts';
import { judgeData, readFacts, type DataFacts, type DataVerdict } from './data-facts.ts';
import { findPackage, settlePackages } from './kept-packages.ts';
import { replacedDataIn, savedDataIn, scratchIn, type UpdateFolders } from './update-folders.ts';
import type { UpdateRecord } from './update-record.ts';
import type { StepResult, UpdateDeps } from './update-deps.ts';

export async function stopNew({ system }: UpdateDeps): Promise<StepResult> {
  await system.stop();
  return { stage: 'judging-data' };
}

/** Decides what happens to the databases, from what they say was reserved since the old version left them. */
export async function judge(deps: UpdateDeps, record: UpdateRecord): Promise<StepResult> {
  const { folders, system } = deps;
  await system.stop();
  const controller = verdictOn(folders, controllerFiles(folders.controller), record.saved?.controller ?? null);
  const station = verdictOn(folders, stationFiles(folders.station), record.saved?.station ?? null);
  if (controller === 'refuse' || station === 'refuse') return stay(deps);
  const restores = { controller: controller === 'restore', station: station === 'restore' };
  return { stage: 'installing-old', changes: { restores } };
}

/** The new version stays: it is completed and started again. */
async function stay({ folders, system }: UpdateDeps): Promise<StepResult> {
  await system.repair();
  await system.start();
  await settlePackages(folders.root, null);
  return { stage: 'kept', changes: { fallback: null } };
}

export async function installOld({ folders, system }: UpdateDeps, { from }: UpdateRecord): Promise<StepResult> {
  await system.repair();
  const before = await system.installed();
  if (before.version !== from || !before.isWhole) await system.install(await findPackage(folders.root, from));
  const { version, isWhole } = await system.installed();
  if (version !== from || !isWhole) throw new Error(`version ${version} is installed ${isWhole ? 'whole' : 'in part'} instead of ${from}`);
  return { stage: 'restoring-data' };
}

/** Puts the old databases back, and keeps those of the new version in a folder. */
export async function restoreData({ folders, system }: UpdateDeps, { restores, id, savedBy }: UpdateRecord): Promise<StepResult> {
  await system.stop();
  for (const [name, files] of [
    ['controller', controllerFiles(folders.controller)],
    ['station', stationFiles(folders.station)],
  ] as const) {
    if (!restores?.[name]) continue;
    const replaced = join(replacedDataIn(folders.root, id), name);
    // After a kill the data may be mixed already: the copy from before it stays.
    if (!existsSync(replaced)) await copyData(files, replaced);
    await putDataBack(files, join(savedDataIn(folders.root, savedBy), name));
  }
  return { stage: 'starting-old' };
}

export async function startOld({ system }: UpdateDeps, { source, fallback }: UpdateRecord): Promise<StepResult> {
  await system.start();
  // After a roll-back that a person asked for there is no version to go back to.
  return { stage: 'rolled-back', changes: { fallback: source ? fallback : null } };
}

function verdictOn({ root }: UpdateFolders, { folder, database }: DataFiles, saved: DataFacts | null): DataVerdict {
  return judgeData(saved, currentFacts(join(folder, database), scratchIn(root)));
}

function currentFacts(database: string, scratch: string): DataFacts | 'unreadable' | null {
  if (!existsSync(database)) return null;
  try {
    return readFacts(database, scratch);
  } catch (error) {
    // A full disk is no damage: it is tried again.
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error;
    return 'unreadable';
  }
}
