import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { pathOf } from '#http/answer/problems.ts';

/** The ETags of the current state of a resource, one for each of its representations. */
type Tags = readonly string[];

const READING_METHODS = new Set(['GET', 'HEAD']);

/**
 * Adds a strong ETag to every successful read: the hash of its bytes, unless the route has set a cheaper one. Sends 304 without a body when
 * `If-None-Match` names it.
 */
export function tagResponses(app: FastifyApp): void {
  app.addHook('onSend', (request, reply, ...[payload, done]) => {
    const isRead = READING_METHODS.has(request.method) && reply.statusCode === 200;
    done(null, isRead ? tagged(request, reply, payload) : payload);
  });
}

/** The payload to send: empty when the client already has it. */
function tagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!reply.hasHeader('etag') && (typeof payload === 'string' || payload instanceof Uint8Array)) {
    void reply.header('etag', etagOf(payload));
  }
  if (!hasCurrentTag(request, reply)) return payload;
  void reply.code(304).removeHeader('content-type');
  return request.method === 'HEAD' ? payload : null;
}

/** Whether the client already has this response. The response must have its ETag by now. */
export function hasCurrentTag(request: FastifyRequest, reply: FastifyReply): boolean {
  return hasTag(request.headers['if-none-match'], reply.getHeader('etag'));
}

/** Whether an `If-None-Match` header names this ETag (weak comparison, RFC 9110, 13.1.2). */
export function hasTag(header: string | undefined, etag: unknown): boolean {
  const listed = tagsIn(header);
  return listed === '*' || (listed?.some((tag) => tag.replace(/^W\//, '') === etag) ?? false);
}

/** A strong ETag: the hash of the bytes that are sent. */
export function etagOf(payload: string | Uint8Array): string {
  return `"${createHash('sha256').update(payload).digest('base64url')}"`;
}

/** The ETag of a resource that is read as this JSON value. */
export function jsonTags(value: unknown): Tags {
  return [etagOf(JSON.stringify(value))];
}

/**
 * The condition that `If-Match` and `If-None-Match` set for a change; undefined without one. `read` returns the current tags in the
 * transaction of the change, and throws `not-found` when the resource does not exist. The condition throws `changed-meanwhile`, so of two
 * concurrent changes of the same state one wins. Throws `invalid-input` for a header without ETags.
 */
export function conditionOf(request: FastifyRequest, read: (trx: ControllerTransaction) => Promise<Tags>): WriteCondition | undefined {
  const precondition = preconditionOf(request);
  return precondition && (async (trx) => precondition(await tagsOf(() => read(trx), request)));
}

/** The same for resources outside the database: checks before the change, without a transaction. */
export async function requireCondition(request: FastifyRequest, read: () => Promise<Tags>): Promise<void> {
  const precondition = preconditionOf(request);
  precondition?.(await tagsOf(read, request));
}

/** A function that throws when the current tags do not meet the conditions of the request; undefined without conditions. */
function preconditionOf(request: FastifyRequest): ((present: Tags) => void) | undefined {
  const required = conditionalTags(request, 'if-match');
  const excluded = conditionalTags(request, 'if-none-match');
  if (required === undefined && excluded === undefined) return undefined;
  const path = pathOf(request.url);
  return (present) => {
    if (required !== undefined && !isOneOf(present, required)) throw changed(path, present);
    if (excluded !== undefined && isOneOf(present, excluded)) throw alreadyThere(path);
  };
}

/** No tags for a resource that a PUT may create. A resource to delete must exist, whatever the conditions. */
async function tagsOf(read: () => Promise<Tags>, { method }: FastifyRequest): Promise<Tags> {
  try {
    return await read();
  } catch (error) {
    if (method === 'PUT' && error instanceof ProblemError && error.slug === 'not-found') return [];
    throw error;
  }
}

function isOneOf(present: Tags, listed: '*' | Tags): boolean {
  return listed === '*' ? present.length > 0 : present.some((tag) => listed.includes(tag));
}

function conditionalTags(request: FastifyRequest, header: 'if-match' | 'if-none-match'): '*' | Tags | undefined {
  const text = request.headers[header];
  if (text === undefined) return undefined;
  const tags = tagsIn(text);
  if (tags !== undefined) return tags;
  const [name, detail] = [header === 'if-match' ? 'If-Match' : 'If-None-Match', 'must be * or a list of ETags in quotes'];
  throw new ProblemError('invalid-input', { detail: `${name}: ${detail}`, errors: [{ pointer: name, detail }] });
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAG_LIST = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

/** The ETags of a header; undefined when it is absent or malformed. */
function tagsIn(text: string | undefined): '*' | Tags | undefined {
  if (text === '*') return '*';
  if (text === undefined || !TAG_LIST.test(text)) return undefined;
  return text.match(new RegExp(TAG, 'g')) ?? undefined;
}

function changed(path: string, present: Tags): ProblemError {
  const now = present.length === 0 ? 'it no longer exists' : `its ETag is now ${present.join(' or ')}`;
  return new ProblemError('changed-meanwhile', {
    detail: `${path} has changed since it was read: ${now}. Read it again before you change it.`,
  });
}

function alreadyThere(path: string): ProblemError {
  return new ProblemError('changed-meanwhile', { detail: `${path} already exists, and If-None-Match does not allow it to be replaced.` });
}
