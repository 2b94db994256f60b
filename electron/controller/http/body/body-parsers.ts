import { errorCodes, type FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { FONT_MEDIA_TYPES } from '#contract/api-v3/font.ts';
import { readJson } from '../../json/json-text.ts';
import type { Door } from '../door-types.ts';
import type { BodyCharges } from './charge-bodies.ts';
import { declaredCharset } from './declared-charset.ts';
import { mostBytes, receivePieces, receiveWhole } from './receive.ts';

const PATIENCE = 13_000;
export const JSON_LIMITS = { bytes: 16 * 1024 * 1024, milliseconds: PATIENCE };
const LEAST_PER_SECOND = 64 * 1024;
const FONT_LIMITS = { bytes: 32 * 1024 * 1024, milliseconds: PATIENCE, leastPerSecond: LEAST_PER_SECOND };
const CSV_LIMITS = { bytes: 2 * 1024 * 1024 * 1024, milliseconds: PATIENCE, leastPerSecond: LEAST_PER_SECOND };
const BACKUP_LIMITS = { bytes: 64 * 1024 * 1024 * 1024, milliseconds: PATIENCE, leastPerSecond: LEAST_PER_SECOND };

/** Memory per byte of a JSON body: the bytes, their text, and the objects that are read from it. A table of short cells takes this much. */
const JSON_WEIGHT = 8;
/** Memory per byte of a font: its pieces, and the whole. */
const FONT_WEIGHT = 2;
/** A CSV file up to this size, in bytes, is read without a thread. */
const SHORT_CSV = 256 * 1024;
const CSV_WEIGHT = 8;
/** What the thread that reads a longer CSV file takes, in bytes, however long the file is. */
const CSV_THREAD = 96 * 1024 * 1024;

/** A `text/csv` body on its way: read once, piece by piece. */
export class CsvBody {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The encoding that its content type declares. */
  readonly charset: string | undefined;

  constructor(pieces: AsyncIterable<Uint8Array>, charset: string | undefined) {
    this.pieces = pieces;
    this.charset = charset;
  }
}

/** A backup on its way: read once, piece by piece. */
export class BackupBody {
  readonly pieces: AsyncIterable<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/** A font file, whole. */
export class FontBody {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const ANY_TYPE = 'application/octet-stream';

/**
 * JSON is the only content type that bodies have; everything else is 415. An empty body is no body, whatever type it says it has: many clients
 * give a type to every POST. What a page of another site could send so is refused by its origin.
 */
export function acceptJson(door: Door, charges: BodyCharges): void {
  // Fastify refuses what is no type before anybody sees whether there is a body, and a QUERY without one before that nobody takes it.
  door.addHook('preParsing', ({ is404, raw: { headers } }, _reply, ...[payload, done]) => {
    const type = headers['content-type'];
    if (is404 || (type !== undefined && !MEDIA_TYPE.test(type))) headers['content-type'] = ANY_TYPE;
    done(null, payload);
  });
  door.removeAllContentTypeParsers();
  door.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const { raw } = request;
    const bytes = await receiveWhole(raw, JSON_LIMITS, (bytes) => charges.charge(raw, { bytes, memory: JSON_WEIGHT * bytes }));
    if (bytes.length === 0) return undefined;
    refuseEncodings(request);
    return readJson(bytes);
  });
  door.addContentTypeParser('*', async (request: FastifyRequest) => {
    if (!request.is404 && !(await isEmpty(request))) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
  });
}

async function isEmpty({ raw }: FastifyRequest): Promise<boolean> {
  if (Number(raw.headers['content-length']) > 0) return false;
  const first = await receivePieces(raw, { ...JSON_LIMITS, leastPerSecond: LEAST_PER_SECOND }).next();
  return first.done === true;
}

/** Lets the routes of this scope take `text/csv` too, streamed. */
export function acceptCsv(door: Door, charges: BodyCharges): void {
  door.addContentTypeParser('text/csv', async (request: FastifyRequest) => {
    refuseEncodings(request);
    const charset = declaredCharset(request.headers['content-type']);
    const { raw } = request;
    const bytes = mostBytes(raw, CSV_LIMITS);
    await charges.charge(raw, { bytes, memory: bytes > SHORT_CSV ? CSV_THREAD : CSV_WEIGHT * bytes });
    return new CsvBody(receivePieces(raw, CSV_LIMITS), charset);
  });
}

/** Lets the routes of this scope take backups alone, streamed. */
export function acceptBackups(door: Door): void {
  door.removeContentTypeParser('application/json');
  door.addContentTypeParser(BACKUP_MEDIA_TYPE, (request: FastifyRequest, _payload, done) => {
    try {
      refuseEncodings(request);
      done(null, new BackupBody(receivePieces(request.raw, BACKUP_LIMITS)));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Lets the routes of this scope take font files alone. */
export function acceptFonts(door: Door, charges: BodyCharges): void {
  door.removeContentTypeParser('application/json');
  door.addContentTypeParser([...FONT_MEDIA_TYPES], async (request: FastifyRequest) => {
    refuseEncodings(request);
    const { raw } = request;
    const bytes = mostBytes(raw, FONT_LIMITS);
    await charges.charge(raw, { bytes, memory: FONT_WEIGHT * bytes });
    const pieces: Uint8Array[] = [];
    for await (const piece of receivePieces(raw, FONT_LIMITS)) pieces.push(piece);
    return new FontBody(new Uint8Array(Buffer.concat(pieces)));
  });
}

function refuseEncodings(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new ProblemError('unsupported-media-type', { detail: 'Bodies are taken without content encoding only.' });
}
