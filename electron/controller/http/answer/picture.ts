import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { encodePng } from '#rendering/raster/png.ts';

type Picture = Awaited<ReturnType<Controller['prints']['picture']>>;

/** Answers with a picture as PNG under a strong ETag: who has it already gets 304 and no bytes. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture): FastifyReply {
  const { bitmap, hdpi, vdpi } = picture;
  const png = encodePng(bitmap, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) });
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
