import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file in memory, ready to be served. */
export interface MemoryFile {
  bytes: Buffer;
  type: string;
  /** Strong validator: a hash of the bytes. */
  etag: string;
}

interface CachedFile {
  /** Inode, size and time of modification: a replaced file has another version. */
  version: string;
  size: number;
  file: Promise<MemoryFile>;
}

/** Several times the size of the built page. */
const MAX_BYTES = 64 * 1024 * 1024;

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * The files of a folder, each read once and cached until it is replaced: a slow client does not keep a file open. Concurrent requests for a file
 * share one read.
 */
export class MemoryFiles {
  readonly #root: string;
  readonly #cache = new LRUCache<string, CachedFile>({ maxSize: MAX_BYTES, sizeCalculation: ({ size }) => size + 1 });

  constructor(root: string) {
    this.#root = root;
  }

  /** The current file at a path below the folder; undefined for a missing or hidden one. */
  async find(path: string): Promise<MemoryFile | undefined> {
    if (path.split('/').some((step) => step === '' || step.startsWith('.') || /[\\\0]/.test(step))) return undefined;
    const location = join(this.#root, path);
    try {
      const entry = await stat(location);
      if (!entry.isFile()) return undefined;
      const version = `${entry.ino} ${entry.size} ${entry.mtimeMs}`;
      const cached = this.#cache.get(path);
      if (cached?.version === version) return await cached.file;
      const file = load(location);
      this.#cache.set(path, { version, size: entry.size, file });
      return await file;
    } catch (error) {
      this.#cache.delete(path);
      if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
      throw error;
    }
  }
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function load(location: string): Promise<MemoryFile> {
  const bytes = await readFile(location);
  const type = TYPES[extname(location).toLowerCase()] ?? 'application/octet-stream';
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
