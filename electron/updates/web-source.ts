import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_PACKAGE_BYTES } from './check-package.ts';
import { MAX_SIGNATURE_BYTES, SIGNATURE_ENDING } from './package-signature.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** The file that names the newest package of a web server. The package and its signature are next to it. */
export const LATEST_FILE = 'latest.json';
const latestSchema = z.object({
  version: z.string().max(100),
  file: z.string().regex(/^strobe_[A-Za-z0-9][A-Za-z0-9._+~-]*\.deb$/),
  size: z.number().int().positive().max(MAX_PACKAGE_BYTES),
});
export type LatestPackage = z.infer<typeof latestSchema>;

/** Limits of requests, in milliseconds. */
export interface WebLimits {
  /** Until the answer to a small request is there. */
  answer: number;
  /** Without a byte of a download. */
  silence: number;
  /** For a whole download. */
  download: number;
}

export const WEB_LIMITS: WebLimits = { answer: 15_000, silence: 30_000, download: 3_600_000 };
const MAX_LATEST_BYTES = 65_536;
const MAX_REDIRECTS = 5;
const PARTIAL = 206;
const UNSATISFIABLE = 416;

/** Reads what the newest package of a folder on a web server is. Throws an `UpdateRefusal` that says why it cannot be read. */
export async function readLatest(address: string, limits: WebLimits = WEB_LIMITS): Promise<LatestPackage> {
  const text = await readSmall(inFolder(address, LATEST_FILE), { max: MAX_LATEST_BYTES, limit: limits.answer });
  try {
    return latestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UpdateRefusal(`${LATEST_FILE} of the web server does not name a package.`, { code: 'web-list', cause });
  }
}

/**
 * Downloads a package and its signature into a folder. What an interrupted download has left is continued; whether the result is whole is told by its
 * signature. `onProgress` gets the bytes so far. Throws an `UpdateRefusal`.
 */
export async function download(
  address: string,
  { file, size }: LatestPackage,
  { folder, onProgress, limits = WEB_LIMITS }: { folder: string; onProgress: (bytes: number) => void; limits?: WebLimits },
): Promise<void> {
  const signature = await readSmall(inFolder(address, file + SIGNATURE_ENDING), { max: MAX_SIGNATURE_BYTES, limit: limits.answer });
  const part = join(folder, `${file}.part`);
  await receive(inFolder(address, file), { part, size, onProgress, limits });
  await writeText(join(folder, file + SIGNATURE_ENDING), signature);
  await rename(part, join(folder, file));
}

interface Receiving {
  part: string;
  size: number;
  onProgress: (bytes: number) => void;
  limits: WebLimits;
}

async function receive(address: string, { part, size, onProgress, limits }: Receiving): Promise<void> {
  let at = await sizeOf(part);
  if (at >= size) at = 0;
  const stop = new AbortController();
  const whole = setTimeout(() => stop.abort(), limits.download);
  let silence = setTimeout(() => stop.abort(), limits.silence);
  try {
    const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
    const response = await follow(address, { headers, signal: stop.signal });
    if (response.status === UNSATISFIABLE) await rm(part, { force: true });
    if (!response.ok || !response.body)
      throw new UpdateRefusal(`The web server answers ${response.status} to the request for the package.`, {
        code: 'web-answer',
        values: { status: String(response.status) },
      });
    if (response.status !== PARTIAL) at = 0;
    const target = await open(part, at > 0 ? 'r+' : 'w');
    try {
      for await (const piece of response.body) {
        silence = restarted(silence, () => stop.abort(), limits.silence);
        if (at + piece.length > size) throw new UpdateRefusal('The package on the web server is longer than it says.');
        await target.write(piece, 0, piece.length, at);
        at += piece.length;
        onProgress(at);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
  }
  if (at < size)
    throw new UpdateRefusal('The connection to the web server broke off. Start again: the download continues where it stopped.');
}

function restarted(timer: NodeJS.Timeout, act: () => void, limit: number): NodeJS.Timeout {
  clearTimeout(timer);
  return setTimeout(act, limit);
}

async function readSmall(address: string, { max, limit }: { max: number; limit: number }): Promise<string> {
  try {
    const response = await follow(address, { headers: {}, signal: AbortSignal.timeout(limit) });
    if (!response.ok || !response.body)
      throw new UpdateRefusal(`The web server answers ${response.status} to ${address}.`, {
        code: 'web-answer',
        values: { status: String(response.status) },
      });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body) {
      bytes += piece.length;
      if (bytes > max) throw new UpdateRefusal(`${address} is longer than ${max} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Follows few redirects, and none from an encrypted address to one that is not. */
async function follow(address: string, options: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { ...options, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (!/^https?:$/.test(next.protocol) || (url.protocol === 'https:' && next.protocol !== 'https:')) {
      throw new UpdateRefusal('The web server leads to an address that is not encrypted.');
    }
    url = next;
  }
  throw new UpdateRefusal('The web server leads on and on to other addresses.');
}

function inFolder(address: string, name: string): string {
  return new URL(encodeURIComponent(name), address.endsWith('/') ? address : `${address}/`).href;
}

function refusalOf(error: unknown): UpdateRefusal {
  if (error instanceof UpdateRefusal) return error;
  const isAborted = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
  if (isAborted) return new UpdateRefusal('The web server does not answer in time.', { code: 'web-silent', cause: error });
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new UpdateRefusal(`The web server cannot be reached: ${why}.`, { cause: error });
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function writeText(file: string, text: string): Promise<void> {
  const target = await open(file, 'w');
  try {
    await target.writeFile(text);
    await target.sync();
  } finally {
    await target.close();
  }
}
