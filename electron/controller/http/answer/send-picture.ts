import { deflateSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes, inkedDotsOfPng } from '#rendering/label/planes-png.ts';
import { inkedDots } from '#rendering/label/planes.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { DIFFERENCE_PALETTE, overlayBitmaps } from '#rendering/raster/difference.ts';
import { encodeIndexedPng } from '#rendering/raster/png.ts';

type Picture = Pick<Awaited<ReturnType<Controller['prints']['picture']>>, 'planes' | 'hdpi' | 'vdpi'>;
type ComparedPictures = Awaited<ReturnType<Controller['labelAcceptance']['pictures']>>;
type LabelDifference = Awaited<ReturnType<Controller['labelDifferences']['pictures']>>;

/** Sends a picture as PNG. */
export function sendPicture(reply: FastifyReply, picture: Picture): FastifyReply {
  return sendPng(reply, encodePicture(picture));
}

/** A picture as PNG. */
export function encodePicture({ planes, hdpi, vdpi }: Picture): Uint8Array<ArrayBuffer> {
  return encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
}

/** Sends two pictures as one PNG: grey pixels are in both, orange ones only in the first, blue ones only in the second. */
export function sendDifference(reply: FastifyReply, { before, after }: LabelDifference): FastifyReply {
  return sendOverlay(reply, overlayBitmaps(inkedDots(before.planes), inkedDots(after.planes)), after);
}

/** The same for two stored pictures. */
export function sendComparedPictures(reply: FastifyReply, { before, after, ...density }: ComparedPictures): FastifyReply {
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
