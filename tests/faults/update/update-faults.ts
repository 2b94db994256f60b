import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { UPDATE_STEPS, type UpdateStage } from '#contract/updates/update-state.ts';
import type { Random } from '#support/random.ts';
import type { TrialVersion } from '#support/update/trial-packages.ts';

/** What is wrong with the package or its file. */
export const PACKAGE_FAULTS = ['cut', 'changed', 'unsigned', 'foreign key', 'older', 'other package'] as const;
/** What the new version is like. */
export const VERSION_KINDS = [
  'good',
  'crashes',
  'draws differently',
  'new schema',
  'new schema and crashes',
  'new schema and draws differently',
] as const;
/** What happens meanwhile. */
export const DISTURBANCES = ['none', 'kill', 'kill', 'power cut', 'power cut', 'full disk'] as const;

/** One update with its faults. */
export interface UpdateTrial {
  packageFault: (typeof PACKAGE_FAULTS)[number] | undefined;
  kind: (typeof VERSION_KINDS)[number];
  disturbance: (typeof DISTURBANCES)[number];
  /** The step in which it happens, and the milliseconds after its beginning. */
  step: (typeof UPDATE_STEPS)[number];
  late: number;
  /** A person goes back to the version before afterwards. */
  rollsBack: boolean;
  /** Products pass while the version is changed. */
  prints: boolean;
}

const LATEST = 700;
const FORWARD = UPDATE_STEPS.slice(0, UPDATE_STEPS.indexOf('stopping-new'));

export function planTrial(random: Random): UpdateTrial {
  const packageFault = random.fraction() < 0.25 ? random.pick(PACKAGE_FAULTS) : undefined;
  const kind = random.pick(VERSION_KINDS);
  const isBad = kind !== 'good' && kind !== 'new schema';
  return {
    ...{ packageFault, kind, disturbance: random.pick(DISTURBANCES) },
    step: random.pick(packageFault ? FORWARD.slice(0, 2) : isBad ? UPDATE_STEPS : FORWARD),
    late: random.fraction() < 0.5 ? random.whole(0, 40) : random.whole(0, LATEST),
    rollsBack: random.fraction() < 0.15,
    prints: random.fraction() < 0.8,
  };
}

/** How the installed version differs from the program of the repository. */
export type InstalledKind = Required<Pick<TrialVersion, 'addedTables' | 'drawsDifferently'>>;

/** The version of a trial, on top of an installed one. */
export function versionOf({ kind, packageFault }: UpdateTrial, number: number, { addedTables, drawsDifferently }: InstalledKind) {
  return {
    version: packageFault === 'older' ? `0.0.${number}` : `0.2.${number}`,
    crashes: kind.endsWith('crashes'),
    drawsDifferently: kind.endsWith('draws differently') !== drawsDifferently,
    addedTables: addedTables + (kind.startsWith('new schema') ? 1 : 0),
    ...(packageFault === 'other package' && { control: { Package: 'strobe-other' } }),
  } satisfies TrialVersion;
}

/** Spoils the file of a package or its signature. */
export function spoil(file: string, fault: UpdateTrial['packageFault'], random: Random): void {
  const { size } = statSync(file);
  if (fault === 'cut') truncateSync(file, random.whole(0, size - 1));
  if (fault === 'changed') {
    const bytes = readFileSync(file);
    const at = random.whole(0, size - 1);
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    writeFileSync(file, bytes);
  }
  if (fault === 'unsigned' && random.fraction() < 0.5) writeFileSync(`${file}.sig`, '');
  else if (fault === 'unsigned') appendFileSync(`${file}.sig`, 'more\n');
}

/** The stages in which an update with this package may end. */
export function expectedEnds({ packageFault, kind, disturbance }: UpdateTrial): readonly UpdateStage[] {
  if (packageFault) return ['refused'];
  if (disturbance === 'full disk') return ['done', 'refused', 'rolled-back', 'kept'];
  if (kind === 'good' || kind === 'new schema') return ['done'];
  return kind === 'new schema and draws differently' ? ['rolled-back', 'kept'] : ['rolled-back'];
}
