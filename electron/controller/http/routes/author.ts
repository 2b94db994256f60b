import type { FastifyRequest } from 'fastify';
import { AUTHOR_HEADER } from '#contract/api-v3/label-version.ts';
import { ProblemError } from '#contract/problem.ts';

/** The name in the author header of a request; empty without one. Percent-encoded, because headers are ASCII. Throws `invalid-input`. */
export function authorOf(request: FastifyRequest): string {
  const author = findAuthor(request);
  if (author !== undefined) return author;
  throw new ProblemError('invalid-input', {
    detail: `The header ${AUTHOR_HEADER} must be a percent-encoded name of at most 255 characters.`,
  });
}

/** The same; undefined when the header is not a name. */
export function findAuthor({ headers }: FastifyRequest): string | undefined {
  const header = headers[AUTHOR_HEADER];
  if (header === undefined) return '';
  const author = decodedAuthor(String(header));
  return author !== undefined && [...author].length <= 255 && !/\p{Cc}/u.test(author) ? author : undefined;
}

/** The same for a request that must name a person. Throws `author-required`. */
export function requiredAuthor(request: FastifyRequest): string {
  const author = authorOf(request).trim();
  if (author !== '') return author;
  throw new ProblemError('author-required', { detail: `The header ${AUTHOR_HEADER} must name the person who decides, percent-encoded.` });
}

function decodedAuthor(header: string): string | undefined {
  try {
    return decodeURIComponent(header).normalize('NFC');
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
