import { MemoryFile } from '../answer/memory-file.ts';
import type { Door } from '../door-types.ts';

/** The OpenAPI document of a server as JSON: written once, by the first request for it. */
export function documentFile(door: Door): MemoryFile {
  return new MemoryFile({ type: 'application/json; charset=utf-8', read: () => JSON.stringify(door.swagger()) });
}
