import { existsSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PACKAGE_BYTES, SIGNATURE_ENDING } from '#contract/updates/latest-package.ts';
import { openFile, openFolder } from './open-without-links.ts';
import { checkPackage } from './check-package.ts';
import type { ControllerState } from './controller-client.ts';
import { copyOpenFile } from './copy-file.ts';
import { controllerFiles, copyData, stationFiles } from './data-copies.ts';
import { readFacts, type DataFacts } from './data-facts.ts';
import { observe } from './observe.ts';
import { MAX_SIGNATURE_BYTES, trustedKeysIn } from './package-signature.ts';
import { keepOldPackage, settlePackages } from './kept-packages.ts';
import { reserveFileIn, savedDataIn, scratchIn, stagedPackageIn, type UpdateFolders } from './update-folders.ts';
import type { UpdateRecord } from './update-record.ts';
import { UpdateRefusal } from './update-refusal.ts';
import { readText } from './update-request.ts';
import type { StepResult, UpdateDeps, UpdateLimits } from './update-deps.ts';

/** Copies the package and its signature to the folder of root: what is checked later cannot be changed by anyone else. */
export async function copyPackage({ folders }: UpdateDeps, { source }: UpdateRecord): Promise<StepResult> {
  if (!source) throw new UpdateRefusal('The installation names no package.');
  const staged = stagedPackageIn(folders.root);
  const folder = await openFolder(source.folder).catch(missing(source.folder));
  try {
    for (const [name, to, limit] of [
      [source.file, staged, MAX_PACKAGE_BYTES],
      [source.file + SIGNATURE_ENDING, staged + SIGNATURE_ENDING, MAX_SIGNATURE_BYTES],
    ] as const) {
      const file = await openFile(folder, name).catch(missing(name));
      try {
        await copyOpenFile(file, to, limit);
      } finally {
        await file.close();
      }
    }
  } finally {
    await folder.close();
  }
  return { stage: 'checking' };
}

/** Checks the copy, and that the disk has space for the installation and for the way back. */
export async function checkStaged({ folders, system, limits }: UpdateDeps, record: UpdateRecord): Promise<StepResult> {
  const file = stagedPackageIn(folders.root);
  const signature = await readText(folders.root, 'staged.deb.sig', MAX_SIGNATURE_BYTES);
  const { version, isWhole } = await system.installed();
  if (!isWhole) await system.repair();
  const { allowsOlder } = record;
  const checked = await checkPackage({ file, signature, keys: trustedKeysIn(folders.keys), installed: version, allowsOlder });
  requireSpace(folders, checked.installedBytes + 2 * checked.size + limits.spareBytes);
  return { stage: 'backing-up', changes: { from: version, to: checked.version, sha256: checked.sha256 } };
}

/** Makes the backup, keeps the installed package and the running program, and notes what the controller says of itself. */
export async function backUp(deps: UpdateDeps, record: UpdateRecord): Promise<StepResult> {
  const { folders, system } = deps;
  const report = await settledReport(deps);
  if (report.openLabels.length > 0 && !record.acceptsPictures) {
    throw new UpdateRefusal(
      `Labels are drawn differently since the last update, and no one has accepted it: ${report.openLabels.join(', ')}. Accept them first: a new difference would not be noticed.`,
      { code: 'labels-open', values: { labels: report.openLabels.join(', ') } },
    );
  }
  await keepOldPackage(folders.root, system, record.from);
  await system.backUp(`before-update-to-${(record.to ?? '').replaceAll(/[^A-Za-z0-9.+~-]/g, '_')}`);
  await system.keepProgram();
  keepReserve(folders, deps.limits);
  return { stage: 'waiting', changes: { before: { reasons: report.reasons } } };
}

/** What the controller says once it has drawn every label. Throws an `UpdateRefusal` when it does not answer, or does not come to an end. */
async function settledReport({ controller, now, wait, limits }: UpdateDeps): Promise<ControllerState> {
  const begun = now();
  for (;;) {
    const report = await controller.report();
    if (report?.waitingLabels === 0) return report;
    if (now() - begun >= (report ? limits.labels : limits.ready)) {
      throw new UpdateRefusal(
        report
          ? 'The controller has not compared all labels since the last update, so a new difference would not be noticed. Try again later.'
          : 'The controller does not answer, so whether the new version works could not be told. Start it first, or install the package by hand with apt.',
        { code: report ? 'labels-waiting' : 'controller-silent' },
      );
    }
    await wait(limits.poll);
  }
}

/** Waits until no job is selected. Returns undefined while it has to wait on. */
export async function waitForIdle({ controller }: UpdateDeps, { when, source }: UpdateRecord): Promise<StepResult | undefined> {
  const isIdle = when === 'now' || (await controller.printersWithJob())?.length === 0;
  return isIdle ? { stage: source ? 'stopping' : 'stopping-new' } : undefined;
}

export async function stopOld({ system }: UpdateDeps): Promise<StepResult> {
  await system.stop();
  return { stage: 'saving' };
}

/** Copies the databases exactly as they are, and reads what has been reserved in them. */
export async function saveData({ folders, system }: UpdateDeps, { id }: UpdateRecord): Promise<StepResult> {
  // After a power cut the system may have started them again.
  await system.stop();
  const saved = savedDataIn(folders.root, id);
  await copyData(controllerFiles(folders.controller), join(saved, 'controller'));
  await copyData(stationFiles(folders.station), join(saved, 'station'));
  const controller = factsIn(folders, join(saved, 'controller', 'controller.db'));
  const station = factsIn(folders, join(saved, 'station', 'station.db'));
  return { stage: 'installing', changes: { saved: { controller, station } } };
}

export async function install({ folders, system }: UpdateDeps, { to }: UpdateRecord): Promise<StepResult> {
  await system.repair();
  const before = await system.installed();
  if (before.version !== to || !before.isWhole) await system.install(stagedPackageIn(folders.root));
  const { version, isWhole } = await system.installed();
  if (version !== to || !isWhole)
    throw new Error(`version ${version} is installed ${isWhole ? 'whole' : 'in part'} instead of ${to ?? ''}`);
  return { stage: 'starting' };
}

export async function startNew({ system }: UpdateDeps): Promise<StepResult> {
  await system.start();
  return { stage: 'observing' };
}

/** Watches the new version until it is ready and has drawn every label. */
export async function observeNew(deps: UpdateDeps, record: UpdateRecord): Promise<StepResult> {
  const verdict = await observe(deps, record);
  if ('fault' in verdict) return { stage: 'stopping-new', changes: { reason: verdict.fault, changedLabels: verdict.labels } };
  await settlePackages(deps.folders.root, record.from);
  const fallback = { version: record.from, id: record.id, saved: record.saved };
  return { stage: 'done', changes: { reason: null, fallback } };
}

/** Facts of a copy of a database; null when there was none. */
export function factsIn({ root }: UpdateFolders, database: string): DataFacts | null {
  return existsSync(database) ? readFacts(database, scratchIn(root)) : null;
}

/** Throws when the disk has not enough space for three copies of the databases and `bytes` more. */
function requireSpace({ root, controller, station }: Pick<UpdateFolders, 'root' | 'controller' | 'station'>, bytes: number): void {
  const { bavail, bsize } = statfsSync(root);
  const data = [join(controller, 'controller.db'), join(station, 'station.db')].reduce((sum, file) => sum + sizeOf(file), 0);
  const needed = bytes + 3 * data;
  if (bavail * bsize >= needed) return;
  throw new UpdateRefusal(
    `The disk has not enough space: ${Math.ceil(needed / 1_048_576)} MiB are needed in ${root}. Delete files first.`,
    {
      code: 'no-space',
      values: { megabytes: String(Math.ceil(needed / 1_048_576)) },
    },
  );
}

/** Keeps space on the disk that is given back when the old version has to be installed again. */
function keepReserve(folders: UpdateFolders, { spareBytes, reserveBytes }: UpdateLimits): void {
  requireSpace(folders, spareBytes + reserveBytes);
  writeFileSync(reserveFileIn(folders.root), Buffer.alloc(reserveBytes), { flush: true });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function missing(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UpdateRefusal(`"${name}" does not exist.`, { code: 'missing', values: { name } });
    throw error;
  };
}
