import { deflateSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes, inkedDotsOfPng } from '#rendering/planes-png.ts';
import { inkedDots } from '#rendering/print-planes.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { DIFFERENCE_PALETTE, overlayBitmaps } from '#rendering/raster/difference.ts';
import { encodeIndexedPng } from '#rendering/raster/png.ts';

type Picture = Pick<Awaited<ReturnType<Controller['prints']['picture']>>, 'planes' | 'hdpi' | 'vdpi'>;
type ProvedPictures = Awaited<ReturnType<Controller['labelProofs']['pictures']>>;
type LabelDifference = Awaited<ReturnType<Controller['labelDifferences']['pictures']>>;

/** Answers with a picture as PNG. */
export function sendPicture(reply: FastifyReply, picture: Picture): FastifyReply {
  return sendPng(reply, encodePicture(picture));
}

/** A picture as PNG. */
export function encodePicture({ planes, hdpi, vdpi }: Picture): Uint8Array<ArrayBuffer> {
  return encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
}

/** Answers with two pictures as one: in grey what both have, in orange what only the first has, in blue what only the second has. */
export function sendDifference(reply: FastifyReply, { before, after }: LabelDifference): FastifyReply {
  return sendOverlay(reply, overlayBitmaps(inkedDots(before.planes), inkedDots(after.planes)), after);
}

/** The same for two pictures that were kept. */
export function sendProvedDifference(reply: FastifyReply, { before, after, ...density }: ProvedPictures): FastifyReply {
  return sendOverlay(reply, overlayBitmaps(dotsOf(before), dotsOf(after)), density);
}

function dotsOf(png: Uint8Array | null): Bitmap {
  return png ? inkedDotsOfPng(png) : createBitmap(1, 1);
}

function sendOverlay(reply: FastifyReply, planes: [Bitmap, Bitmap], { hdpi, vdpi }: { hdpi: number; vdpi: number }): FastifyReply {
  return sendPng(reply, encodeIndexedPng(planes, DIFFERENCE_PALETTE, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) }));
}

function sendPng(reply: FastifyReply, png: Uint8Array<ArrayBuffer>): FastifyReply {
  return reply
    .header('vary', 'Accept')
    .type('image/png')
    .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
}
