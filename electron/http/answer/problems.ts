import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { FONT_MEDIA_TYPES } from '#contract/api-v3/font.ts';
import { ProblemError, type Problem, type ProblemSlug } from '#contract/problem.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** The `Retry-After` of refusals that set none themselves, in seconds. */
const RETRY_SECONDS = 1;

/** Sends a problem document. `instance` is the path of the request unless the module set a better one. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const problem: Problem = { ...error.toProblem(), instance: error.context.instance ?? pathOf(request.url) };
  // Fastify closes the connection when it refuses a body. Dropping the rest of the body instead lets the response arrive. Only a client
  // that was too slow loses its connection.
  if (error.slug === 'request-timeout') void reply.header('connection', 'close');
  else if (reply.hasHeader('connection')) void reply.removeHeader('connection');
  if (error.slug === 'too-many-requests' && !reply.hasHeader('retry-after')) void reply.header('retry-after', RETRY_SECONDS);
  return reply.code(error.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** Converts any error to a problem. Unknown errors are logged with their cause under the id that the response names. */
export function asProblem(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const fault = diskFault(error);
  if (fault) {
    logOf(request).error({ err: error }, NOTHING_STORED[fault]);
    return new ProblemError(fault, { detail: NOTHING_STORED[fault] }, { cause: error });
  }
  const framework = FRAMEWORK_ERRORS.get(codeOf(error) ?? '');
  if (framework) return new ProblemError(framework.slug, { detail: framework.detail(request) }, { cause: error });
  logOf(request).error({ err: error }, 'a request failed unexpectedly');
  const detail = `An unexpected error occurred. See the log entry with the id ${request.id}.`;
  return new ProblemError('internal', { detail }, { cause: error });
}

/** The log of a request. Its lines carry the id that the response names. */
export function logOf({ log, id }: FastifyRequest): FastifyBaseLogger {
  return log.child({ reqId: id });
}

const FRAMEWORK_ERRORS = new Map<string, { slug: ProblemSlug; detail: (request: FastifyRequest) => string }>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', { slug: 'unsupported-media-type', detail: takenTypes }],
  ['FST_ERR_BAD_URL', { slug: 'invalid-input', detail: () => 'The path is not valid percent-encoded UTF-8.' }],
  ['FST_ERR_MAX_PARAM_LENGTH', { slug: 'invalid-input', detail: () => 'A name must have 1 to 255 characters.' }],
]);

const MEDIA_TYPES = ['application/json', 'text/csv', ...FONT_MEDIA_TYPES, BACKUP_MEDIA_TYPE];

function takenTypes({ server }: FastifyRequest): string {
  return `Send the body as ${MEDIA_TYPES.filter((type) => server.hasContentTypeParser(type)).join(' or ')}.`;
}

const NOTHING_STORED = {
  'disk-full': 'The disk is full: nothing was stored.',
  'disk-read-only': 'The disk is read-only: nothing was stored.',
  'files-exhausted': 'The controller cannot open more files. Nothing was changed: send the request again later.',
};

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;

function diskFault(error: unknown): keyof typeof NOTHING_STORED | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'errcode' in cause ? cause.errcode : codeOf(cause);
    if (code === 'ENOSPC' || code === SQLITE_FULL) return 'disk-full';
    if (code === 'EROFS' || code === SQLITE_READONLY) return 'disk-read-only';
    if (code === 'EMFILE' || code === 'ENFILE') return 'files-exhausted';
  }
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Responds to bytes that are not an HTTP request, and closes the connection. */
export function answerBrokenRequest(error: Error, socket: Socket): void {
  const code = codeOf(error);
  // A client that does not speak TLS could not read a response, and a client that sent nothing expects none.
  if (!socket.writable || code === 'ECONNRESET' || code?.startsWith('ERR_SSL_') || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  socket.end(brokenRequestAnswer(code), () => socket.destroy());
}

function brokenRequestAnswer(code: string | undefined): string {
  const problem = brokenRequest(code);
  const body = JSON.stringify(problem.toProblem());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function brokenRequest(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProblemError('request-timeout', { detail: 'The headers did not arrive in time.' });
  if (code === 'HPE_HEADER_OVERFLOW') return new ProblemError('headers-too-large', { detail: 'The headers may have at most 16 KiB.' });
  return new ProblemError('invalid-input', { detail: 'The request is not valid HTTP.' });
}
