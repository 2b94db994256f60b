import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { openNew, writeWhole } from '#storage/backup/make-backup.ts';
import { InvalidSetupFileError, WrongPassphraseError } from './setup-head.ts';

/** What a set-up file contains, in the order of its bytes: four bytes with the length of this list as JSON, the list, and the files. */
const listSchema = z.array(z.object({ name: z.string().max(300), size: z.number().int().min(0) })).max(10_000);

const LENGTH_BYTES = 4;
const MAX_LIST = 4_000_000;

/** A file that goes into a set-up file. */
export interface SetupPart {
  name: string;
  path: string;
}

/** The content of a set-up file from these files, and its size in bytes. The files must not change meanwhile. */
export async function setupContent(parts: readonly SetupPart[]): Promise<{ size: number; content: AsyncIterable<Uint8Array> }> {
  const sizes = await Promise.all(parts.map(async ({ path }) => (await stat(path)).size));
  const list = Buffer.from(JSON.stringify(parts.map(({ name }, index) => ({ name, size: sizes[index] }))));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(list.length);
  const size = LENGTH_BYTES + list.length + sizes.reduce((sum, each) => sum + each, 0);
  return { size, content: bytesOf([length, list], parts) };
}

async function* bytesOf(first: readonly Buffer[], parts: readonly SetupPart[]): AsyncGenerator<Uint8Array> {
  yield* first;
  for (const { path } of parts) yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/**
 * Writes the files of a content to the paths that `pathOf` gives. Throws an `InvalidSetupFileError` for a name without a path: the file may have been made by
 * another program. Nothing may be used before this has resolved.
 */
export async function writeSetupParts(content: AsyncIterable<Uint8Array>, pathOf: (name: string) => string | undefined): Promise<void> {
  const source = new ByteSource(content);
  try {
    for (const { name, size } of await readList(source)) {
      const path = pathOf(name);
      if (path === undefined) throw new InvalidSetupFileError(`it contains a file "${name}", which no set-up has`);
      await writePart(source, path, size);
    }
    // Reads to the end, where it is found out whether the passphrase is right.
    for await (const rest of source.take(Infinity)) if (rest.length > 0) throw new InvalidSetupFileError('it is longer than its list');
  } finally {
    await source.close();
  }
}

async function readList(source: ByteSource): Promise<z.infer<typeof listSchema>> {
  try {
    const length = (await source.exactly(LENGTH_BYTES)).readUInt32BE();
    if (length > MAX_LIST) throw new Error('the list is too long');
    return listSchema.parse(JSON.parse((await source.exactly(length)).toString('utf8')));
  } catch (error) {
    // With a wrong passphrase the list is noise. The whole file was checked for damage before.
    if (error instanceof InvalidSetupFileError) throw error;
    throw new WrongPassphraseError();
  }
}

async function writePart(source: ByteSource, path: string, size: number): Promise<void> {
  const handle = await openNew(path);
  try {
    let at = 0;
    for await (const piece of source.take(size)) {
      await writeWhole(handle, piece, at);
      at += piece.length;
    }
    if (at < size) throw new InvalidSetupFileError('its end is missing');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Bytes that come in pieces, taken in other pieces. */
class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#pieces = content[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, fewer at the end. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#fill())) return;
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async exactly(count: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.take(count)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (bytes.length < count) throw new Error('the content is too short');
    return bytes;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done === true) return false;
    this.#rest = next.value;
    return true;
  }
}
