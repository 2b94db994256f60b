import type { FastifyRequest } from 'fastify';
import { MAX_BATCH } from '#contract/plant/archived-print.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import { receiveBody } from '#http/body/receive-body.ts';

const LIMITS = { bytes: MAX_BATCH.bytes, milliseconds: 13_000 };
/** Memory per byte: its pieces, the whole, and the copy that is sent to the database. */
const WEIGHT = 3;

/** The bytes of a body, as they arrived. */
export class BytesBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Lets the routes of this scope accept bodies of one media type only, as bytes. */
export function acceptBytes(app: FastifyApp, mediaType: string, charges: BodyCharges): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaType, async ({ raw }: FastifyRequest) => {
    const bytes = await receiveBody(raw, LIMITS, (length) => charges.charge(raw, { bytes: length, memory: WEIGHT * length }));
    return new BytesBody(Buffer.from(bytes));
  });
}
