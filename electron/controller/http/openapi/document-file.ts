import { MemoryFile } from '../answer/memory-file.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';

/** The OpenAPI document of a server as JSON, produced by the first request for it. */
export function documentFile(app: FastifyApp): MemoryFile {
  return new MemoryFile({ type: 'application/json; charset=utf-8', read: () => JSON.stringify(app.swagger()) });
}
