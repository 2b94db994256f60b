import { z } from 'zod';
import { HOLDING_STATES, libraryItemPlaceSchema, libraryKindSchema } from '../api-v3/library-item.ts';
import { wholeNumberIn } from '../api-v3/whole-number.ts';

/** The longest content of an item, in bytes. */
export const MAX_CONTENT = 32 * 1024 * 1024;

const place = z.string().max(100, 'must have at most 100 characters');
const MAX_PLACES = 100;
const places = z.array(place).max(MAX_PLACES, `must have at most ${MAX_PLACES} entries`).default([]);
const hashSchema = z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256 in hexadecimal');
const comment = z.string().max(1_000, 'must have at most 1000 characters').default('');
const version = z.number().int().min(1);

/** Which lines an item is for: those that match one entry of each list. An empty list matches all. */
export const libraryTargetSchema = z.strictObject({ sites: places, lines: places, tags: places });
export type LibraryTarget = z.infer<typeof libraryTargetSchema>;

export const libraryVersionPlaceSchema = libraryItemPlaceSchema.extend({ version: wholeNumberIn({ least: 1 }) });

/** How an item is published. */
export const publicationSchema = z.strictObject({
  /** The version that the lines shall have. */
  version,
  target: libraryTargetSchema.prefault({}),
  /** Whether lines may change it. A line that has changed it keeps its own. */
  isChangeable: z.boolean().default(false),
  /** Whether it replaces an item of the same name that a line has made itself. Otherwise such a line keeps its own, and says so. */
  replacesOwn: z.boolean().default(false),
});
export type Publication = z.infer<typeof publicationSchema>;

export const approvalCommentSchema = z.strictObject({ comment });

/** A version of an item. It never changes. Times are ISO 8601. */
export const libraryVersionSchema = z.object({
  version,
  bytes: z.number().int(),
  saved: z.string(),
  /** The name of the key, or the line and the person, that saved it. */
  savedBy: z.string(),
  comment: z.string(),
  approved: z.string().optional(),
  approvedBy: z.string().optional(),
  approvalComment: z.string().optional(),
});
export type LibraryVersion = z.infer<typeof libraryVersionSchema>;

/** How far an item has got: how many lines should have the published version, and how many of them are in which state. */
export const rollOutSchema = z.object({
  wanted: z.number().int(),
  taken: z.number().int(),
  waiting: z.number().int(),
  refused: z.number().int(),
  changed: z.number().int(),
  /** They have not said anything about it yet. */
  unheard: z.number().int(),
});
export type RollOut = z.infer<typeof rollOutSchema>;

/** An item of the library. */
export const libraryItemSchema = z.object({
  kind: libraryKindSchema,
  name: z.string(),
  newest: libraryVersionSchema,
  /** How it is published; absent while it is not. */
  published: publicationSchema.extend({ at: z.string(), by: z.string() }).optional(),
  rollOut: rollOutSchema,
});
export type LibraryItem = z.infer<typeof libraryItemSchema>;
export const libraryListSchema = z.array(libraryItemSchema);

/** What one line has of an item. */
const lineHoldingSchema = z.object({
  /** Id and name of the controller. */
  controller: z.string(),
  name: z.string(),
  site: z.string(),
  line: z.string(),
  isConnected: z.boolean(),
  state: z.enum([...HOLDING_STATES, 'unheard']),
  /** The version that it has; absent if it has none of the plant. */
  version: version.optional(),
  /** Why it does not have the published version, as a sentence. */
  reason: z.string().optional(),
});
export type LineHolding = z.infer<typeof lineHoldingSchema>;

export const libraryItemDetailSchema = libraryItemSchema.extend({
  /** The newest first, at most 200. */
  versions: z.array(libraryVersionSchema),
  /** The lines that should have it, and those that have it still. */
  lines: z.array(lineHoldingSchema),
});
export type LibraryItemDetail = z.infer<typeof libraryItemDetailSchema>;

/** Rules of the library. */
export const librarySettingsSchema = z.strictObject({
  /** Whether a version of a label has to be approved, by another key than saved it, before it is published. */
  isApprovalRequired: z.boolean(),
});
export type LibrarySettings = z.infer<typeof librarySettingsSchema>;

/** An item that a line shall have. */
export const wantedItemSchema = z.object({
  kind: libraryKindSchema,
  name: z.string(),
  version,
  /** SHA-256 of its content, in hexadecimal. */
  hash: hashSchema,
  isChangeable: z.boolean(),
  replacesOwn: z.boolean(),
  /** Who saved and approved the version. */
  savedBy: z.string(),
  approvedBy: z.string().optional(),
});
export type WantedItem = z.infer<typeof wantedItemSchema>;

/** All items that a line shall have. `revision` changes when one of them does. */
export const wantedItemsSchema = z.object({ revision: z.string(), items: z.array(wantedItemSchema) });
export type WantedItems = z.infer<typeof wantedItemsSchema>;

/** Waits for another revision than this for at most so many seconds. */
export const wantedItemsQuerySchema = z.object({
  revision: z.string().max(100).optional(),
  wait: wholeNumberIn({ least: 0, most: 30 }).prefault(0),
});
export type WantedItemsQuery = z.infer<typeof wantedItemsQuerySchema>;

const MAX_HOLDINGS = 20_000;

/** What a line has of the items that are published for it. It replaces what it said before. */
export const holdingsSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        kind: libraryKindSchema,
        name: z.string().max(1_000),
        state: z.enum(HOLDING_STATES),
        version: version.optional(),
        reason: z.string().max(500).optional(),
      }),
    )
    .max(MAX_HOLDINGS, `must have at most ${MAX_HOLDINGS} entries`),
});
export type Holdings = z.infer<typeof holdingsSchema>;

export const contentParamsSchema = z.object({ hash: hashSchema });
