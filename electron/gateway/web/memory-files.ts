import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file as it is served. */
export interface MemoryFile {
  bytes: Buffer;
  type: string;
  /** Strong: the hash of the bytes. */
  etag: string;
}

interface Cached {
  /** Which state of the file this is. */
  version: string;
  bytes: number;
  file: Promise<MemoryFile>;
}

/** Several times the page. Beyond it the files that were read first are dropped. */
const MOST_BYTES = 64 * 1024 * 1024;

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
 * The files of a folder, each read once and served from memory until it is replaced, so that a request which waits for its client holds no
 * file open. Requests for one file share one read.
 */
export class MemoryFiles {
  readonly #root: string;
  readonly #cached = new Map<string, Cached>();
  #bytes = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** The file at a path below the folder, as it is now; undefined where there is none. Hidden files are none. */
  async find(path: string): Promise<MemoryFile | undefined> {
    if (path.split('/').some((step) => step === '' || step.startsWith('.') || /[\\\0]/.test(step))) return undefined;
    const place = join(this.#root, path);
    try {
      const entry = await stat(place);
      if (!entry.isFile()) return undefined;
      const version = `${entry.ino} ${entry.size} ${entry.mtimeMs}`;
      const known = this.#cached.get(path);
      if (known?.version === version) return await known.file;
      return await this.#read(path, { version, bytes: entry.size, file: load(place) });
    } catch (error) {
      this.#forget(path);
      if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return undefined;
      throw error;
    }
  }

  #read(path: string, cached: Cached): Promise<MemoryFile> {
    this.#forget(path);
    this.#cached.set(path, cached);
    this.#bytes += cached.bytes;
    for (const eldest of this.#cached.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#forget(eldest);
    }
    return cached.file;
  }

  #forget(path: string): void {
    this.#bytes -= this.#cached.get(path)?.bytes ?? 0;
    this.#cached.delete(path);
  }
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function load(place: string): Promise<MemoryFile> {
  const bytes = await readFile(place);
  const type = TYPES[extname(place).toLowerCase()] ?? 'application/octet-stream';
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
