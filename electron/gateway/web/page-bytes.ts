import { Readable } from 'node:stream';
import { z } from 'zod';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { auditSourceSchema } from '#contract/station/audit.ts';
import { eventLogFilterSchema } from '#contract/station/event-log.ts';
import { AUTHORITY_PATH, EVENT_LOG_CSV_PATH, LANGUAGES_PATH, STATION_AUDIT_PATH, SUPPORT_PATH } from '#contract/station/urls.ts';
import type { ByteSource } from './byte-source.ts';
import { controllerBytes, type BytesAnswer, type BytesRequest } from './controller-bytes.ts';
import { storedFileBytes } from './stored-files.ts';

/** Serves the URLs of `contract/station/urls.ts`: files of controllers, and the station's event log and languages. */
export async function pageBytes(station: ByteSource, request: BytesRequest): Promise<BytesAnswer> {
  const [path = '', query] = request.url.split('?', 2);
  if (path === AUTHORITY_PATH) return authorityBytes(station);
  if (path === EVENT_LOG_CSV_PATH) return eventLogBytes(station, request.method, query);
  if (path === STATION_AUDIT_PATH) return auditBytes(station, request.method, query);
  if (path === SUPPORT_PATH) return supportBytes(station, request.method, query);
  const stored = await storedFileBytes(station, path, request);
  if (stored) return stored;
  return path.startsWith(LANGUAGES_PATH) ? languageBytes(station, request.method, path) : controllerBytes(station, request);
}

function eventLogBytes(station: ByteSource, method: string, query = ''): BytesAnswer {
  if (method !== 'GET') throw new ProblemError('method-not-allowed', { detail: 'The event log is read-only.' });
  const filter = parseInput(eventLogFilterSchema, Object.fromEntries(new URLSearchParams(query)));
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-cache',
    'content-disposition': 'attachment; filename="event-log.csv"',
  };
  return { status: 200, headers, body: Readable.from(station.eventLogCsv(filter)) };
}

async function auditBytes(station: ByteSource, method: string, query = ''): Promise<BytesAnswer> {
  if (method !== 'GET') throw new ProblemError('method-not-allowed', { detail: 'The audit log is read-only.' });
  const source = parseInput(auditSourceSchema, Object.fromEntries(new URLSearchParams(query)));
  const fileName = source.connection === undefined ? 'station-audit.jsonl' : `audit-${source.chain}.jsonl`;
  const headers = {
    'content-type': 'application/jsonl',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${fileName}"`,
  };
  return { status: 200, headers, body: Readable.from(await station.auditLines(source), { objectMode: false }) };
}

const supportQuerySchema = z.strictObject({ id: z.string(), file: z.string().optional() });

async function supportBytes(station: ByteSource, method: string, query = ''): Promise<BytesAnswer> {
  if (method !== 'GET') throw new ProblemError('method-not-allowed', { detail: 'A support file is only read.' });
  const part = parseInput(supportQuerySchema, Object.fromEntries(new URLSearchParams(query)));
  const { fileName, contentType, bytes } = await station.supportBytes(part);
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="${fileName}"`,
  };
  return { status: 200, headers, body: Readable.from([bytes]) };
}

function authorityBytes(station: ByteSource): BytesAnswer {
  const certificate = station.authorityCertificate();
  if (certificate === undefined) throw new ProblemError('not-found', { detail: 'This station has no certificate authority of its own.' });
  const headers = { 'content-type': 'application/x-x509-ca-cert', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: Readable.from([certificate]) };
}

async function languageBytes(station: ByteSource, method: string, path: string): Promise<BytesAnswer> {
  if (method !== 'GET') throw new ProblemError('method-not-allowed', { detail: 'Languages are only read.' });
  const [, tag] = /^([\w-]+)\.json$/.exec(path.slice(LANGUAGES_PATH.length)) ?? [];
  const bytes = tag === undefined ? undefined : await station.languageFile(tag);
  if (!bytes) throw new ProblemError('not-found', { detail: 'There is nothing at this address.' });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: Readable.from([bytes]) };
}
