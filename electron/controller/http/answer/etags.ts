import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import type { Condition } from '#storage/condition.ts';
import type { Door } from '../door-types.ts';
import { pathOf } from './problems.ts';

/** What names the present state of a resource: an ETag for each of its representations. */
type Tags = readonly string[];

const READING_METHODS = new Set(['GET', 'HEAD']);

/**
 * Gives everything that is read a strong ETag: the hash of its bytes, unless its route knows a cheaper name. Who has what `If-None-Match`
 * names already gets 304 and no bytes.
 */
export function tagAnswers(door: Door): void {
  door.addHook('onSend', (request, reply, ...[payload, done]) => {
    const isRead = READING_METHODS.has(request.method) && reply.statusCode === 200;
    done(null, isRead ? tagged(request, reply, payload) : payload);
  });
}

/** What is sent of an answer that gets its ETag. */
function tagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!reply.hasHeader('etag') && (typeof payload === 'string' || payload instanceof Uint8Array)) {
    void reply.header('etag', etagOf(payload));
  }
  if (!isKnown(request, reply)) return payload;
  void reply.code(304).removeHeader('content-type');
  return request.method === 'HEAD' ? payload : null;
}

/** Whether the asker has the answer already, which has its ETag by now. */
export function isKnown(request: FastifyRequest, reply: FastifyReply): boolean {
  return hasTag(request.headers['if-none-match'], reply.getHeader('etag'));
}

/** Whether an `If-None-Match` names this ETag. The comparison is the weak one. */
export function hasTag(header: string | undefined, etag: unknown): boolean {
  const asked = tagsIn(header);
  return asked === '*' || (asked?.some((tag) => tag.replace(/^W\//, '') === etag) ?? false);
}

/** A strong ETag: the hash of what is sent. */
export function etagOf(payload: string | Uint8Array): string {
  return `"${createHash('sha256').update(payload).digest('base64url')}"`;
}

/** The ETag of a resource that is read as this JSON value. */
export function jsonTags(value: unknown): Tags {
  return [etagOf(JSON.stringify(value))];
}

/**
 * What `If-Match` and `If-None-Match` of a change demand; undefined when they demand nothing. `read` tells the present tags in the change's
 * own transaction, and throws `not-found` when there is nothing. The condition throws `changed-meanwhile`: of two who change the same state
 * one wins. Throws `invalid-input` for a header that holds no ETags.
 */
export function conditionOf(request: FastifyRequest, read: (trx: ControllerTransaction) => Promise<Tags>): Condition | undefined {
  const demand = demandOf(request);
  return demand && (async (trx) => demand(await tagsOf(() => read(trx), request)));
}

/** The same for a change of what the database does not hold: looked at before it, and outside of any transaction. */
export async function requireCondition(request: FastifyRequest, read: () => Promise<Tags>): Promise<void> {
  const demand = demandOf(request);
  demand?.(await tagsOf(read, request));
}

/** Throws for tags that are not what the request demands; undefined when it demands nothing. */
function demandOf(request: FastifyRequest): ((present: Tags) => void) | undefined {
  const wanted = demanded(request, 'if-match');
  const unwanted = demanded(request, 'if-none-match');
  if (wanted === undefined && unwanted === undefined) return undefined;
  const path = pathOf(request.url);
  return (present) => {
    if (wanted !== undefined && !isOneOf(present, wanted)) throw changed(path, present);
    if (unwanted !== undefined && isOneOf(present, unwanted)) throw alreadyThere(path);
  };
}

/** None for what is to be created. What is to be removed must be there, whatever is demanded of it. */
async function tagsOf(read: () => Promise<Tags>, { method }: FastifyRequest): Promise<Tags> {
  try {
    return await read();
  } catch (error) {
    if (method === 'PUT' && error instanceof ProblemError && error.slug === 'not-found') return [];
    throw error;
  }
}

function isOneOf(present: Tags, asked: '*' | Tags): boolean {
  return asked === '*' ? present.length > 0 : present.some((tag) => asked.includes(tag));
}

function demanded(request: FastifyRequest, header: 'if-match' | 'if-none-match'): '*' | Tags | undefined {
  const text = request.headers[header];
  if (text === undefined) return undefined;
  const tags = tagsIn(text);
  if (tags !== undefined) return tags;
  const [name, detail] = [header === 'if-match' ? 'If-Match' : 'If-None-Match', 'must be * or a list of ETags in quotes'];
  throw new ProblemError('invalid-input', { detail: `${name}: ${detail}`, errors: [{ pointer: name, detail }] });
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const TAG_LIST = new RegExp(`^${TAG.source}(?:[ \\t]*,[ \\t]*${TAG.source})*$`);

/** The ETags of a header, or undefined when it holds none. */
function tagsIn(text: string | undefined): '*' | Tags | undefined {
  if (text === '*') return '*';
  if (text === undefined || !TAG_LIST.test(text)) return undefined;
  return text.match(new RegExp(TAG, 'g')) ?? undefined;
}

function changed(path: string, present: Tags): ProblemError {
  const now = present.length === 0 ? 'there is nothing any more' : `its ETag is ${present.join(' or ')} now`;
  return new ProblemError('changed-meanwhile', { detail: `${path} is not what If-Match names: ${now}. Read it again and decide anew.` });
}

function alreadyThere(path: string): ProblemError {
  return new ProblemError('changed-meanwhile', { detail: `${path} is there already, and If-None-Match forbids to replace it.` });
}
