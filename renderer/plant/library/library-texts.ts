import type { LibraryItem, LibraryTarget } from '#contract/plant/library.ts';
import { linesWith } from './library-rows.ts';

/** The words of the page that the texts of the library need. */
export type Translate = (key: string, values?: Record<string, unknown>, plural?: number) => string;

/** For which lines an item is: `all lines`, or `North; Line A, Line B`, each list as far as it limits them. */
export function targetText({ sites, lines, tags }: LibraryTarget, t: Translate): string {
  const parts = [sites, lines, tags].filter((names) => names.length > 0);
  if (parts.length === 0) return t('library.allLines');
  const comma = t('library.comma');
  return parts.map((names) => names.map((name) => name || t('library.withoutName')).join(comma)).join(t('library.semicolon'));
}

/** How far a published item has got, as a sentence; undefined while it is not published. */
export function rollOutText({ published, rollOut }: LibraryItem, t: Translate): string | undefined {
  if (!published) return undefined;
  const { version } = published;
  const { wanted } = rollOut;
  const taken = linesWith(rollOut);
  if (wanted === 0) return t('library.noLine');
  if (taken === wanted) return t('library.everywhere', { n: wanted, version }, wanted);
  return t('library.someLines', { taken, wanted, version }, wanted);
}
