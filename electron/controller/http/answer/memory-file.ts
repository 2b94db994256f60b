import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, hasCurrentTag } from './etags.ts';
import { chooseEncoding, type ContentEncoding } from './negotiate.ts';

/**
 * Longer responses are written in pieces of this size, so that a client that does not read holds one piece in memory and no copy of the
 * whole.
 */
const PIECE_BYTES = 64 * 1024;
/** A higher quality takes half a second more and saves a tenth of the bytes. */
const BROTLI_QUALITY = 6;

const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
};

interface Representation {
  bytes: Uint8Array;
  etag: string;
}

export interface MemoryFileOptions {
  type: string;
  /** Produces the bytes; called once, by the first request. */
  read: () => string | Uint8Array | Promise<Uint8Array>;
  /** Whether compression helps: it does not for pictures. */
  isCompressible?: boolean;
}

/** A response that is the same for every client. It is produced once, compressed once for each encoding, and then served from memory. */
export class MemoryFile {
  readonly #options: MemoryFileOptions;
  readonly #representations = new Map<ContentEncoding, Promise<Representation>>();

  constructor(options: MemoryFileOptions) {
    this.#options = options;
  }

  /** Sends it in the encoding that the client prefers; 304 when the client already has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { type, isCompressible = true } = this.#options;
    const encoding = isCompressible ? chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']) : 'identity';
    const { bytes, etag } = await this.#get(encoding);
    void reply.header('etag', etag);
    if (isCompressible) void reply.header('vary', 'Accept-Encoding');
    if (hasCurrentTag(request, reply)) return reply.code(304).send();
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return sendBytes(reply.type(type), bytes);
  }

  /** A failure is not stored: the next request tries again. */
  #get(encoding: ContentEncoding): Promise<Representation> {
    const existing = this.#representations.get(encoding);
    if (existing) return existing;
    const made = this.#make(encoding);
    this.#representations.set(encoding, made);
    made.catch(() => this.#representations.delete(encoding));
    return made;
  }

  async #make(encoding: ContentEncoding): Promise<Representation> {
    if (encoding === 'identity') {
      const read = await this.#options.read();
      const bytes = typeof read === 'string' ? Buffer.from(read) : read;
      return { bytes, etag: etagOf(bytes) };
    }
    const plain = await this.#get('identity');
    const bytes = await compressors[encoding](plain.bytes);
    return { bytes, etag: etagOf(bytes) };
  }
}

/** Sends bytes that stay in memory anyway. */
export function sendBytes(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length <= PIECE_BYTES) return reply.send(buffer);
  return reply.header('content-length', buffer.length).send(Readable.from(piecesOf(buffer), { objectMode: false, highWaterMark: 1 }));
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}
