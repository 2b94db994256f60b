import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { encodePlanes } from '#rendering/planes-png.ts';
import { inkedDots } from '#rendering/print-planes.ts';
import { DIFFERENCE_PALETTE, overlayBitmaps } from '#rendering/raster/difference.ts';
import { encodeIndexedPng } from '#rendering/raster/png.ts';

type Picture = Awaited<ReturnType<Controller['prints']['picture']>>;
type LabelDifference = Awaited<ReturnType<Controller['labelDifferences']['pictures']>>;

/** Answers with a picture as PNG under a strong ETag: who has it already gets 304 and no bytes. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture): FastifyReply {
  const { planes, hdpi, vdpi } = picture;
  return sendPng(request, reply, encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) }));
}

/** Answers with two pictures as one: in grey what both have, in orange what only the first has, in blue what only the second has. */
export function sendDifference(request: FastifyRequest, reply: FastifyReply, { before, after }: LabelDifference): FastifyReply {
  const { hdpi, vdpi } = after;
  const planes = overlayBitmaps(inkedDots(before.planes), inkedDots(after.planes));
  return sendPng(request, reply, encodeIndexedPng(planes, DIFFERENCE_PALETTE, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) }));
}

function sendPng(request: FastifyRequest, reply: FastifyReply, png: Uint8Array<ArrayBuffer>): FastifyReply {
  const etag = `"${createHash('sha256').update(png).digest('base64url')}"`;
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Accept' });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('image/png').send(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
}

/** Whether an `If-None-Match` header names the tag; its comparison is the weak one. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
