import { z } from 'zod';
import { newNameSchema } from './name.ts';

/**
 * What the plant can publish to its lines, in the order in which a line takes it: labels last, because they need the others. The name of a font is its
 * family and its style, with a slash between them; there is one item of settings, with the name `settings`.
 */
export const LIBRARY_KINDS = ['font', 'settings', 'shift-code', 'table', 'variable', 'label'] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];
export const libraryKindSchema = z.enum(LIBRARY_KINDS, `must be one of ${LIBRARY_KINDS.join(', ')}`);

/** Names an item of the library of the plant. */
export const libraryItemPlaceSchema = z.object({ kind: libraryKindSchema, name: newNameSchema });
export type LibraryItemPlace = z.infer<typeof libraryItemPlaceSchema>;

/** A stored version: the number is that of an earlier version with the same content, if it is the newest one. */
export const savedVersionSchema = z.object({ version: z.number().int().min(1) });

/**
 * What a line has of an item. `taken`: the published version. `waiting`: it takes it later, for instance when the job that uses the item has ended.
 * `refused`: it cannot take it. `changed`: it was changed on the line, which keeps its own.
 */
export const HOLDING_STATES = ['taken', 'waiting', 'refused', 'changed'] as const;
export type HoldingState = (typeof HOLDING_STATES)[number];
