import type { LibraryTarget } from './library.ts';
import type { ControllerReport } from './plant-controller.ts';

/** Where a controller is. */
export type ControllerPlace = Pick<ControllerReport, 'site' | 'line' | 'tags'>;

/** A controller that has not reported yet is nowhere: it gets what is for all. */
export const NOWHERE: ControllerPlace = { site: '', line: '', tags: [] };

/** Whether an item is for a controller: see `libraryTargetSchema`. */
export function isFor({ sites, lines, tags }: LibraryTarget, place: ControllerPlace): boolean {
  return matches(sites, [place.site]) && matches(lines, [place.line]) && matches(tags, place.tags);
}

function matches(wanted: readonly string[], had: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((entry) => had.includes(entry));
}
