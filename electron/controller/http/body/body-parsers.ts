import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Door } from '../door-types.ts';
import { readJson } from './json-text.ts';
import { receivePieces, receiveWhole } from './receive.ts';

export const JSON_LIMITS = { bytes: 16 * 1024 * 1024, milliseconds: 15_000 };
const CSV_LIMITS = { bytes: 2 * 1024 * 1024 * 1024, milliseconds: 15_000 };

/** A `text/csv` body on its way: read once, piece by piece. */
export class CsvBody {
  readonly pieces: AsyncIterable<Uint8Array>;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.pieces = pieces;
  }
}

/** JSON is the only content type that bodies have; everything else is 415. An empty body is no body. */
export function acceptJson(door: Door): void {
  door.removeAllContentTypeParsers();
  door.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    refuseEncodings(request);
    const bytes = await receiveWhole(request.raw, JSON_LIMITS);
    return bytes.length === 0 ? undefined : readJson(bytes);
  });
}

/** Lets the routes of this scope take `text/csv` too, streamed. */
export function acceptCsv(door: Door): void {
  door.addContentTypeParser('text/csv', (request: FastifyRequest, _payload, done) => {
    try {
      refuseEncodings(request);
      done(null, new CsvBody(receivePieces(request.raw, CSV_LIMITS)));
    } catch (error) {
      done(error as Error);
    }
  });
}

function refuseEncodings(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new ProblemError('unsupported-media-type', { detail: 'Bodies are taken without content encoding only.' });
}
