import { z } from 'zod';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { nameSchema, newNameSchema } from '#contract/api-v3/name.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import type { Access, DeclaredAccess, PrinterPlace } from './access.ts';

/** What an operation is called, what it asks of a key, and whether it stands beside the specification. */
export interface About {
  summary: string;
  scope: Access;
  /** Where it has its printer; absent when it is about none, or about what all of them share. */
  printer?: PrinterPlace;
  /** It stops a printer: that goes on also where it cannot be written down. */
  isStop?: boolean;
  description?: string;
  isExtension?: boolean;
}

interface Parts {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  response: Record<number, unknown>;
}

/** Query schema and body schema of an operation validate its requests; everything describes it in the OpenAPI document. */
export function operation<const P extends Parts>(tag: string, about: About, parts: P) {
  return {
    tags: [tag],
    summary: about.summary,
    ...(about.description && { description: about.description }),
    ...(about.isExtension && EXTENSION),
    ...accessOf(about),
    ...(parts as Omit<P, 'response'>),
    response: { ...parts.response, default: content('A problem says what went wrong.', 'application/problem+json', problemSchema) },
  };
}

function accessOf({ scope, printer, isStop }: About): DeclaredAccess & { security?: [] } {
  return {
    ...{ 'x-scope': scope },
    ...(scope === 'none' && { security: [] }),
    ...(printer && { 'x-printer': printer }),
    ...(isStop && { 'x-stops': true }),
  };
}

/** An answer with a body of one media type. */
export function content(description: string, mediaType: string, schema: z.ZodType) {
  return { description, content: { [mediaType]: { schema } } };
}

/** An answer that is a JSON document. */
export function json(description: string, schema: z.ZodType) {
  return content(description, 'application/json', schema);
}

/** An answer without a body. */
export function empty(description: string) {
  return z.undefined().describe(description);
}

/** Bytes of a picture, in the words of OpenAPI. */
export const pngSchema = z.string().meta({ contentMediaType: 'image/png', contentEncoding: 'binary' });

/** A JSON object whose keys are names. */
export function dictionaryOf(schema: z.ZodType) {
  return z.record(z.string(), schema);
}

/** The name in a path. */
export const namedSchema = z.object({ name: nameSchema.describe('Percent-encoded; normalised to NFC.') });

/** The name in the path of a PUT. */
export const newNamedSchema = z.object({ name: newNameSchema.describe('Percent-encoded; normalised to NFC.') });

/** Answers of a PUT that creates or replaces. */
export const putAnswers = { 201: empty('Created.'), 204: empty('Replaced.') };
