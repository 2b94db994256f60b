import { errorCodes, type FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { FONT_MEDIA_TYPES } from '#contract/api-v3/font.ts';
import { readJson } from '../json/json-text.ts';
import type { FastifyApp } from '../app/fastify-app.ts';
import type { BodyCharges } from './charge-bodies.ts';
import { declaredCharset } from './declared-charset.ts';
import { maxBodyBytes, receivePieces, receiveBody } from './receive-body.ts';

const PATIENCE = 13_000;
export const JSON_LIMITS = { bytes: 16 * 1024 * 1024, milliseconds: PATIENCE };
const MIN_BYTES_PER_SECOND = 64 * 1024;
const FONT_LIMITS = { bytes: 32 * 1024 * 1024, milliseconds: PATIENCE, minBytesPerSecond: MIN_BYTES_PER_SECOND };
const CSV_LIMITS = { bytes: 2 * 1024 * 1024 * 1024, milliseconds: PATIENCE, minBytesPerSecond: MIN_BYTES_PER_SECOND };
const BACKUP_LIMITS = { bytes: 64 * 1024 * 1024 * 1024, milliseconds: PATIENCE, minBytesPerSecond: MIN_BYTES_PER_SECOND };

/** Memory per byte of a JSON body: its bytes, its text, and the parsed objects. Measured with a table of short cells. */
const JSON_WEIGHT = 8;
/** Memory per byte of a font: its pieces, and the whole. */
const FONT_WEIGHT = 2;
/** A CSV file up to this size, in bytes, is parsed without a thread. */
const SHORT_CSV = 256 * 1024;
const CSV_WEIGHT = 8;
/** Memory of the thread that parses a longer CSV file, in bytes, whatever the length of the file. */
const CSV_THREAD = 96 * 1024 * 1024;

/** A `text/csv` body that is still arriving. It can be read once. */
export class CsvBody {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The encoding that its content type declares. */
  readonly charset: string | undefined;

  constructor(pieces: AsyncIterable<Uint8Array>, charset: string | undefined) {
    this.pieces = pieces;
    this.charset = charset;
  }
}

/** A backup that is still arriving. It can be read once. */
export class BackupBody {
  readonly pieces: AsyncIterable<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/** A complete font file. */
export class FontBody {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const ANY_TYPE = 'application/octet-stream';

/**
 * Accepts JSON bodies only; other content types get 415. An empty body counts as no body, whatever type it declares, because many clients
 * set a content type on every POST. The guard refuses what pages of other sites could send this way, by its origin.
 */
export function acceptJson(app: FastifyApp, charges: BodyCharges): void {
  // Fastify would refuse a malformed type before it knows whether there is a body, and a QUERY without a type before it knows that no route
  // accepts it.
  app.addHook('preParsing', ({ is404, raw: { headers } }, _reply, ...[payload, done]) => {
    const type = headers['content-type'];
    if (is404 || (type !== undefined && !MEDIA_TYPE.test(type))) headers['content-type'] = ANY_TYPE;
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const { raw } = request;
    const bytes = await receiveBody(raw, JSON_LIMITS, (bytes) => charges.charge(raw, { bytes, memory: JSON_WEIGHT * bytes }));
    if (bytes.length === 0) return undefined;
    refuseEncodings(request);
    return readJson(bytes);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    if (!request.is404 && !(await isEmpty(request))) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
  });
}

async function isEmpty({ raw }: FastifyRequest): Promise<boolean> {
  if (Number(raw.headers['content-length']) > 0) return false;
  const first = await receivePieces(raw, { ...JSON_LIMITS, minBytesPerSecond: MIN_BYTES_PER_SECOND }).next();
  return first.done === true;
}

/** Lets the routes of this scope accept `text/csv` too, streamed. */
export function acceptCsv(app: FastifyApp, charges: BodyCharges): void {
  app.addContentTypeParser('text/csv', async (request: FastifyRequest) => {
    refuseEncodings(request);
    const charset = declaredCharset(request.headers['content-type']);
    const { raw } = request;
    const bytes = maxBodyBytes(raw, CSV_LIMITS);
    await charges.charge(raw, { bytes, memory: bytes > SHORT_CSV ? CSV_THREAD : CSV_WEIGHT * bytes });
    return new CsvBody(receivePieces(raw, CSV_LIMITS), charset);
  });
}

/** Lets the routes of this scope accept only backups, streamed. */
export function acceptBackups(app: FastifyApp): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(BACKUP_MEDIA_TYPE, (request: FastifyRequest, _payload, done) => {
    try {
      refuseEncodings(request);
      done(null, new BackupBody(receivePieces(request.raw, BACKUP_LIMITS)));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Lets the routes of this scope accept only font files. */
export function acceptFonts(app: FastifyApp, charges: BodyCharges): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser([...FONT_MEDIA_TYPES], async (request: FastifyRequest) => {
    refuseEncodings(request);
    const { raw } = request;
    const bytes = maxBodyBytes(raw, FONT_LIMITS);
    await charges.charge(raw, { bytes, memory: FONT_WEIGHT * bytes });
    const pieces: Uint8Array[] = [];
    for await (const piece of receivePieces(raw, FONT_LIMITS)) pieces.push(piece);
    return new FontBody(new Uint8Array(Buffer.concat(pieces)));
  });
}

function refuseEncodings(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new ProblemError('unsupported-media-type', { detail: 'A body must not have a content encoding.' });
}
