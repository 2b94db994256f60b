import type { LibraryItemDetail, LibraryTarget, LibraryVersion, Publication } from '#contract/plant/library.ts';
import { isFor, NOWHERE } from '#contract/plant/library-target.ts';
import type { PlantController } from '#contract/plant/plant-controller.ts';
import { compareNames } from '../../domain/formats/compare-names.ts';

/** The parts of a target, in the order in which they are offered. */
export const TARGET_PARTS = ['sites', 'lines', 'tags'] as const satisfies readonly (keyof LibraryTarget)[];
export type TargetPart = (typeof TARGET_PARTS)[number];

/** What the dialog edits. */
export interface PublishForm {
  /** The number as text, for the choice; empty if no version can be published. */
  version: string;
  /** `all` ignores the target. */
  scope: 'all' | 'some';
  target: LibraryTarget;
  isChangeable: boolean;
  replacesOwn: boolean;
}

const ALL: LibraryTarget = { sites: [], lines: [], tags: [] };

/** As the item is published, with the newest version that can be published. */
export function newPublishForm({ published, versions }: LibraryItemDetail, isApprovalRequired: boolean): PublishForm {
  const target = published?.target ?? ALL;
  const newest = versions.find((version) => !isApprovalRequired || version.approved !== undefined);
  return {
    version: newest === undefined ? '' : String(newest.version),
    scope: isForAll(target) ? 'all' : 'some',
    target: { sites: [...target.sites], lines: [...target.lines], tags: [...target.tags] },
    isChangeable: published?.isChangeable ?? false,
    replacesOwn: published?.replacesOwn ?? false,
  };
}

/** Whether a version has to be approved before it can be published. */
export function lacksApproval({ approved }: LibraryVersion, isApprovalRequired: boolean): boolean {
  return isApprovalRequired && approved === undefined;
}

export function isForAll({ sites, lines, tags }: LibraryTarget): boolean {
  return sites.length + lines.length + tags.length === 0;
}

/** The publication of a complete form. */
export function publicationOf({ version, scope, target, isChangeable, replacesOwn }: PublishForm): Publication {
  return { version: Number(version), target: scope === 'all' ? ALL : target, isChangeable, replacesOwn };
}

/** The sites, lines and tags that controllers report, and those of the target that no controller reports now, in the order of their names. */
export function offeredTargets(controllers: readonly PlantController[], target: LibraryTarget): LibraryTarget {
  const reports = controllers.flatMap(({ report }) => (report ? [report] : []));
  const ordered = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name !== '').sort(compareNames);
  return {
    sites: ordered([...reports.map(({ site }) => site), ...target.sites]),
    lines: ordered([...reports.map(({ line }) => line), ...target.lines]),
    tags: ordered([...reports.flatMap(({ tags }) => tags), ...target.tags]),
  };
}

/** How many lines will get an item by a target, and how many that should have it now will remove it. */
export function effectOf(controllers: readonly PlantController[], target: LibraryTarget, before: LibraryTarget | undefined): Effect {
  const places = controllers.map(({ report }) => report ?? NOWHERE);
  return {
    getting: places.filter((place) => isFor(target, place)).length,
    losing: before ? places.filter((place) => isFor(before, place) && !isFor(target, place)).length : 0,
  };
}

export interface Effect {
  getting: number;
  losing: number;
}
