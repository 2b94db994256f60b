import type { BlockConditions } from '#contract/api-v3/print-block.ts';
import type { PrintDetail } from '#contract/api-v3/print.ts';
import { midnight, type PrintFilter } from '../print/print-filter.ts';

/** A value of a print that other prints may share: that of a variable, or the cell of a column. */
export interface ValueChoice {
  source: 'variable' | 'column';
  name: string;
  value: string;
}

/** Which prints are looked for, starting from one of them. Days as 2026-11-21; empty = any. */
export interface AffectedSearch {
  /** Whether only prints of the same version of the label are. */
  isOfVersion: boolean;
  /** '' = any, TEXT = `content`, otherwise a choice as JSON. */
  value: string;
  /** Any part of a printed text. */
  content: string;
  from: string;
  to: string;
}

/** The choice of any printed text. */
export const TEXT = 'text';
const MIN_CHARACTERS = 3;

/** The values of a print that others may share. */
export function valueChoices({ variables, cells = {} }: Pick<PrintDetail, 'variables' | 'cells'>): ValueChoice[] {
  return [
    ...Object.entries(variables).map(([name, value]) => ({ source: 'variable' as const, name, value })),
    ...Object.entries(cells).map(([name, value]) => ({ source: 'column' as const, name, value })),
  ];
}

/** The search for the prints of the same label version; for a label that came with its job, for those with the same first text. */
export function firstSearch({ label, texts }: Pick<PrintDetail, 'label' | 'texts'>): AffectedSearch {
  const [first] = texts;
  const isOfVersion = label !== '';
  return { isOfVersion, value: isOfVersion || !first ? '' : TEXT, content: first?.text ?? '', from: '', to: '' };
}

/** Which input is invalid; undefined if none is. */
export function faultOf({ value, content, from, to }: AffectedSearch): 'contentShort' | 'order' | undefined {
  if (value === TEXT && [...content.trim()].length < MIN_CHARACTERS) return 'contentShort';
  return from !== '' && to !== '' && to < from ? 'order' : undefined;
}

/** What the prints have in common, which is also what a block of further prints would stop. */
export function conditionsOf(
  { label, labelRevision }: Pick<PrintDetail, 'label' | 'labelRevision'>,
  { isOfVersion, value, content }: AffectedSearch,
): BlockConditions {
  const ofLabel = isOfVersion && label !== '' ? { label, ...(labelRevision !== undefined && { labelRevision }) } : {};
  if (value === '') return ofLabel;
  if (value === TEXT) return { ...ofLabel, content: content.trim() };
  const choice = JSON.parse(value) as ValueChoice;
  return { ...ofLabel, [choice.source]: choice.name, value: choice.value };
}

/** Whether a block with these conditions is possible: without any it would stop every print. */
export function canBlock(conditions: BlockConditions): boolean {
  return Object.keys(conditions).length > 0;
}

/** The prints to search, in the form of the API. */
export function affectedFilter(conditions: BlockConditions, { from, to }: AffectedSearch, timeZone: string): PrintFilter {
  return {
    ...conditions,
    ...(from === '' ? {} : { from: midnight(from, 0, timeZone) }),
    ...(to === '' ? {} : { to: midnight(to, 1, timeZone) }),
  };
}
