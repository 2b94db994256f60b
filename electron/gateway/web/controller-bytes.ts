import { pipeline, type Readable } from 'node:stream';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { findControllerFile, type ControllerFile } from './controller-files.ts';
import { limited } from './limit-stream.ts';

export interface BytesRequest {
  method: string;
  /** Path and query. */
  url: string;
  contentType: string | undefined;
  contentLength: string | undefined;
  body: Readable | undefined;
  /** Aborts when the page has closed the request. */
  signal: AbortSignal;
}

export interface BytesAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable | undefined;
}

/** Limits of a transfer: its size, and in milliseconds the time between two chunks and the whole time. */
const LIMITS = {
  'image/png': { maxBytes: 32 * 1024 * 1024, idle: 15_000, whole: 15_000 },
  'font/sfnt': { maxBytes: 32 * 1024 * 1024, idle: 15_000, whole: 60_000 },
  'application/zip': { maxBytes: 2 * 1024 * 1024 * 1024, idle: 60_000, whole: 60 * 60_000 },
  [BACKUP_MEDIA_TYPE]: { maxBytes: 64 * 1024 * 1024 * 1024, idle: 60_000, whole: 60 * 60_000 },
  'text/csv': { maxBytes: 2 * 1024 * 1024 * 1024, idle: 30_000, whole: 60 * 60_000 },
} as const;

/**
 * Streams a picture, table, font or export between the page and a controller. Throws `not-found` for any address that is not one of
 * `contract/station/urls.ts`. The controller's response headers are not passed on.
 */
export async function controllerBytes(station: ByteSource, request: BytesRequest): Promise<BytesAnswer> {
  const file = findControllerFile(request.url);
  if (file?.download && request.method === 'GET') return download(station, { ...file, download: file.download }, request);
  if (file && request.method === 'GET') return get(station, file, request);
  if (!file?.upload || request.method !== 'PUT') throw new ProblemError('not-found', { detail: 'There is no resource at this address.' });
  const upload = { ...file.upload, connection: file.connection };
  try {
    await station.permitUpload(upload.operation);
    const answer = await put(station, file, request);
    station.logUpload(upload);
    return answer;
  } catch (failure) {
    // A person who cancels an import changes nothing.
    if (!request.signal.aborted) station.logUpload({ ...upload, failure });
    throw failure;
  }
}

/** Reads a file that needs a permission. Each attempt is logged. */
async function download(
  station: ByteSource,
  file: ControllerFile & { download: NonNullable<ControllerFile['download']> },
  request: BytesRequest,
): Promise<BytesAnswer> {
  const logged = { ...file.download, connection: file.connection };
  try {
    await station.permitUpload(logged.operation);
    const answer = await get(station, file, request);
    station.logUpload(logged);
    return answer;
  } catch (failure) {
    station.logUpload({ ...logged, failure });
    throw failure;
  }
}

async function get(station: ByteSource, file: ControllerFile, { signal }: BytesRequest): Promise<BytesAnswer> {
  const limits = LIMITS[file.type];
  const answer = await station.controllerOf(file.connection).stream({
    method: 'GET',
    path: file.path,
    headers: { accept: file.type },
    limit: limits.whole,
    signal,
    maxBytes: limits.maxBytes,
    answers: file.type,
  });
  const body = pipe(answer.body, limited(limits));
  const headers = { 'content-type': file.type === 'text/csv' ? 'text/csv; charset=utf-8' : file.type, 'cache-control': 'no-cache' };
  return { status: 200, headers: file.fileName === undefined ? headers : { ...headers, ...savedAs(file.fileName) }, body };
}

async function put(station: ByteSource, file: ControllerFile, request: BytesRequest): Promise<BytesAnswer> {
  const { contentType, contentLength, signal } = request;
  const limits = LIMITS[file.type];
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== file.type) {
    throw new ProblemError('unsupported-media-type', { detail: `The content type of this file must be ${file.type}.` });
  }
  if (contentLength !== undefined && Number(contentLength) > limits.maxBytes) {
    throw new ProblemError('payload-too-large', { detail: `This file may have at most ${limits.maxBytes} bytes.` });
  }
  const client = station.controllerOf(file.connection);
  const body = request.body && pipe(request.body, limited(limits));
  const headers = {
    'content-type': contentType,
    ...(contentLength === undefined ? {} : { 'content-length': contentLength }),
    ...(file.isNew ? { 'if-none-match': '*' } : {}),
  };
  const answer = await client.stream({
    method: 'PUT',
    path: file.path,
    headers,
    limit: limits.whole,
    signal,
    maxBytes: limits.maxBytes,
    answers: undefined,
    ...(body ? { body } : {}),
  });
  answer.body.resume();
  return { status: answer.status === 201 ? 201 : 204, headers: {}, body: undefined };
}

/** A failure of either stream destroys the other one; the reader of the result gets the error. */
function pipe(from: Readable, through: ReturnType<typeof limited>): Readable {
  return pipeline(from, through, () => undefined);
}

function savedAs(fileName: string): Record<string, string> {
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (character) => '%' + character.charCodeAt(0).toString(16).toUpperCase());
  return { 'content-disposition': `attachment; filename*=UTF-8''${encoded}` };
}
