import type { FastifyRequest } from 'fastify';
import { MAX_BATCH } from '#contract/plant/archived-print.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import { receiveBody } from '#http/body/receive-body.ts';

const MILLISECONDS = 13_000;
/** Memory per byte: its pieces, the whole, and the copy that is sent to the database. */
const WEIGHT = 3;

/** The bytes of a body, as they arrived. */
export class BytesBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export interface Accepted {
  mediaTypes: string[];
  /** The longest body in bytes; that of a batch of prints by default. */
  most?: number;
}

/** Lets the routes of this scope accept bodies of these media types only, as bytes. */
export function acceptBytes(app: FastifyApp, { mediaTypes, most = MAX_BATCH.bytes }: Accepted, charges: BodyCharges): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaTypes, async ({ raw }: FastifyRequest) => {
    const bytes = await receiveBody(raw, { bytes: most, milliseconds: MILLISECONDS }, (length) =>
      charges.charge(raw, { bytes: length, memory: WEIGHT * length }),
    );
    return new BytesBody(Buffer.from(bytes));
  });
}
