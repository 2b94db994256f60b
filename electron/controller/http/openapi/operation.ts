import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import { problemSchema } from '#contract/problem-schema.ts';

/** What an operation is called, and whether it stands beside the specification. */
export interface About {
  summary: string;
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
    ...(about.isExtension && { 'x-extension': true }),
    ...(parts as Omit<P, 'response'>),
    response: { ...parts.response, default: content('A problem says what went wrong.', 'application/problem+json', problemSchema) },
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

/** Answers of a PUT that creates or replaces. */
export const putAnswers = { 201: empty('Created.'), 204: empty('Replaced.') };
