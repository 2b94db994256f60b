import { z } from 'zod';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { nameSchema, newNameSchema } from '#contract/api-v3/name.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import type { Access, DeclaredAccess, PrinterPlace } from './declared-access.ts';

/** The summary of an operation, the access that it requires, and whether it is an extension of the specification. */
export interface About {
  summary: string;
  scope: Access;
  /** Where the operation names its printer; absent when it concerns none, or data that all printers share. */
  printer?: PrinterPlace;
  /** Whether it stops a printer: then it is executed even if it cannot be audited. */
  isStop?: boolean;
  /** Whether the command may carry the time until which it must act. */
  expires?: boolean;
  description?: string;
  isExtension?: boolean;
}

interface Parts {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  response: Record<number, unknown>;
}

/** The schema of a route. Query and body schemas validate its requests; everything else describes it in the OpenAPI document. */
export function operation<const P extends Parts>(tag: string, about: About, parts: P) {
  return {
    tags: [tag],
    summary: about.summary,
    ...(about.description && { description: about.description }),
    ...(about.isExtension && EXTENSION),
    ...accessOf(about),
    ...(about.expires && { 'x-expires': true }),
    ...(parts as Omit<P, 'response'>),
    response: { ...parts.response, default: content('The problem that occurred.', 'application/problem+json', problemSchema) },
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

/** A response with a body of one media type. */
export function content(description: string, mediaType: string, schema: z.ZodType) {
  return { description, content: { [mediaType]: { schema } } };
}

/** A response that is a JSON document. */
export function json(description: string, schema: z.ZodType) {
  return content(description, 'application/json', schema);
}

/** A response without a body. */
export function empty(description: string) {
  return z.undefined().describe(description);
}

/** The bytes of a PNG picture. */
export const pngSchema = z.string().meta({ contentMediaType: 'image/png', contentEncoding: 'binary' });

/** A JSON object whose keys are names. */
export function dictionaryOf(schema: z.ZodType) {
  return z.record(z.string(), schema);
}

/** The name in a path. */
export const namedSchema = z.object({ name: nameSchema.describe('Percent-encoded; normalised to NFC.') });

/** The name in the path of a PUT. */
export const newNamedSchema = z.object({ name: newNameSchema.describe('Percent-encoded; normalised to NFC.') });

/** The responses of a PUT that creates or replaces. */
export const putAnswers = { 201: empty('Created.'), 204: empty('Replaced.') };
