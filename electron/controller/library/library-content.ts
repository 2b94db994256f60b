import { createHash } from 'node:crypto';
import { labelSchema } from '#contract/api-v3/label.ts';
import { REGULAR_STYLE } from '#contract/api-v3/font.ts';
import type { LibraryItemPlace, LibraryKind } from '#contract/api-v3/library-item.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { tryStored } from '../stored-content/stored-json.ts';

const WORDS: Readonly<Record<LibraryKind, string>> = {
  font: 'font',
  settings: 'settings',
  'shift-code': 'shift code',
  table: 'table',
  variable: 'variable',
  label: 'label',
};

/** The noun of a kind in a message. */
export function wordOf(kind: LibraryKind): string {
  return WORDS[kind];
}

/** Identifies an item in sets and maps. */
export function itemKey({ kind, name }: LibraryItemPlace): string {
  return `${kind}/${name}`;
}

/** The SHA-256 of a content, in hexadecimal. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The items that a label names. A table is named by the job and not by the label. None for what is no label. */
export function neededBy(content: Buffer): LibraryItemPlace[] {
  const read = tryStored(labelSchema, content.toString('utf8'));
  if ('fault' in read) return [];
  const { variables, shiftCodes, fonts } = labelNeeds(read.value);
  return [
    ...variables.map((name) => ({ kind: 'variable' as const, name })),
    ...shiftCodes.map((name) => ({ kind: 'shift-code' as const, name })),
    ...fonts.map(({ family, style }) => ({ kind: 'font' as const, name: `${family}/${style || REGULAR_STYLE}` })),
  ];
}
