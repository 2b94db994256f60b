import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { labelSchema } from '#contract/api-v3/label.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { LibraryItemPlace, LibraryKind } from '#contract/api-v3/library-item.ts';
import { ProblemError } from '#contract/problem.ts';
import { checkLabel } from '#rendering/label/check-label.ts';

/** A content as it is stored, with its SHA-256. */
export interface ItemContent {
  content: Buffer;
  hash: Buffer;
}

const SCHEMAS: Readonly<Record<Exclude<LibraryKind, 'font'>, z.ZodType>> = {
  settings: controllerSettingsSchema,
  'shift-code': shiftCodeSchema,
  table: tableSchema,
  variable: variableSchema,
  label: labelSchema,
};

/** The one item of settings. */
const SETTINGS_NAME = 'settings';
/** How TrueType and OpenType files begin. */
const FONT_BEGINNINGS = ['00010000', '4f54544f', '74727565'];

/**
 * The content of an item as it is to be stored: fonts as they are, everything else as JSON without spaces, with the properties that this version does not
 * know. Throws `malformed-json`, and `invalid-input` naming every fault.
 */
export function itemContent({ kind, name }: LibraryItemPlace, bytes: Buffer): ItemContent {
  refuseName({ kind, name });
  if (kind === 'font') {
    refuseOtherFiles(bytes);
    return hashed(bytes);
  }
  const document = parsed(bytes);
  const read = parseInput(SCHEMAS[kind], document);
  if (kind === 'label') refuseFaults(read as z.output<typeof labelSchema>);
  return hashed(Buffer.from(JSON.stringify(document)));
}

function hashed(content: Buffer): ItemContent {
  return { content, hash: createHash('sha256').update(content).digest() };
}

function refuseName({ kind, name }: LibraryItemPlace): void {
  if (kind === 'settings' && name !== SETTINGS_NAME) throw invalid('/name', `must be "${SETTINGS_NAME}"`);
  if (kind === 'font' && !/^[^/]+\/[^/]+$/.test(name))
    throw invalid('/name', 'must be the family and the style, with a slash between them');
}

function refuseOtherFiles(bytes: Buffer): void {
  if (!FONT_BEGINNINGS.includes(bytes.subarray(0, 4).toString('hex'))) throw invalid('', 'must be a TrueType or OpenType font');
}

function refuseFaults(label: z.output<typeof labelSchema>): void {
  const errors = checkLabel(label);
  const [first] = errors;
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ProblemError('malformed-json', { detail: error instanceof Error ? error.message : String(error) }, { cause: error });
  }
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer || 'the content'}: ${detail}`, errors: [{ pointer, detail }] });
}
