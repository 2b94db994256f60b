import type { IncomingMessage } from 'node:http';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LATEST_FILE, latestPackageSchema, SIGNATURE_ENDING, type LatestPackage } from '#contract/updates/latest-package.ts';
import { openUrl, type UrlRequest } from './open-url.ts';
import { MAX_SIGNATURE_BYTES } from './package-signature.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** A folder with packages on a web server, or on a plant. */
export interface ServerFolder extends Pick<UrlRequest, 'authorities'> {
  address: string;
}

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
const PARTIAL = 206;
const UNSATISFIABLE = 416;
const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES'] as const;

/** Reads what the newest package of a folder is. Throws an `UpdateRefusal` that says why it cannot be read. */
export async function readLatest(folder: ServerFolder, limits: WebLimits = WEB_LIMITS): Promise<LatestPackage> {
  const text = await readSmall(inFolder(folder, LATEST_FILE), { max: MAX_LATEST_BYTES, limit: limits.answer });
  try {
    return latestPackageSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UpdateRefusal(`${LATEST_FILE} on the server does not name a package.`, { code: 'web-list', cause });
  }
}

/**
 * Downloads a package and its signature into a folder. What an interrupted download has left is continued; whether the result is whole is told by its
 * signature. `onProgress` gets the bytes so far. Throws an `UpdateRefusal`.
 */
export async function download(
  from: ServerFolder,
  { file, size }: LatestPackage,
  { folder, onProgress, limits = WEB_LIMITS }: { folder: string; onProgress: (bytes: number) => void; limits?: WebLimits },
): Promise<void> {
  const signature = await readSmall(inFolder(from, file + SIGNATURE_ENDING), { max: MAX_SIGNATURE_BYTES, limit: limits.answer });
  const part = join(folder, `${file}.part`);
  await receive(inFolder(from, file), { part, size, onProgress, limits });
  await writeText(join(folder, file + SIGNATURE_ENDING), signature);
  await rename(part, join(folder, file));
}

interface Receiving {
  part: string;
  size: number;
  onProgress: (bytes: number) => void;
  limits: WebLimits;
}

async function receive(source: ServerFolder, { part, size, onProgress, limits }: Receiving): Promise<void> {
  let at = await sizeOf(part);
  if (at >= size) at = 0;
  const stop = new AbortController();
  const whole = setTimeout(() => stop.abort(), limits.download);
  let silence = setTimeout(() => stop.abort(), limits.silence);
  try {
    const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
    const response = await openUrl(source.address, { headers, authorities: source.authorities, signal: stop.signal });
    if (response.statusCode === UNSATISFIABLE) await rm(part, { force: true });
    requireSuccess(response, 'the request for the package');
    if (response.statusCode !== PARTIAL) at = 0;
    const target = await open(part, at > 0 ? 'r+' : 'w');
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        silence = restarted(silence, () => stop.abort(), limits.silence);
        if (at + piece.length > size) throw new UpdateRefusal('The package on the server is longer than it says.');
        await target.write(piece, 0, piece.length, at);
        at += piece.length;
        onProgress(at);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (error) {
    throw refusalOf(error, stop.signal);
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
  }
  if (at < size) throw brokenOff();
}

function restarted(timer: NodeJS.Timeout, act: () => void, limit: number): NodeJS.Timeout {
  clearTimeout(timer);
  return setTimeout(act, limit);
}

async function readSmall({ address, authorities }: ServerFolder, { max, limit }: { max: number; limit: number }): Promise<string> {
  const signal = AbortSignal.timeout(limit);
  try {
    const response = await openUrl(address, { headers: {}, authorities, signal });
    requireSuccess(response, address);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > max) throw new UpdateRefusal(`${address} is longer than ${max} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } catch (error) {
    throw refusalOf(error, signal);
  }
}

/** Throws an `UpdateRefusal` for an answer that is no success. `what` was asked for. */
function requireSuccess(response: IncomingMessage, what: string): void {
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return;
  response.destroy();
  throw new UpdateRefusal(`The server answers ${statusCode} to ${what}.`, { code: 'web-answer', values: { status: String(statusCode) } });
}

function inFolder({ address, authorities }: ServerFolder, name: string): ServerFolder {
  return { authorities, address: new URL(encodeURIComponent(name), address.endsWith('/') ? address : `${address}/`).href };
}

/** What a failed request is for a person. An error of the disk is none of the server: it is returned as it is. */
function refusalOf(error: unknown, { aborted: isTooLate }: AbortSignal): Error {
  if (error instanceof UpdateRefusal) return error;
  if (isTooLate) return new UpdateRefusal('The server does not answer in time.', { code: 'web-silent', cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ECONNRESET') return brokenOff(error);
  if (error instanceof Error && DISK_ERRORS.some((each) => each === code)) return error;
  const why =
    error instanceof AggregateError ? error.errors.map(String).join(', ') : error instanceof Error ? error.message : String(error);
  return new UpdateRefusal(`The server cannot be reached: ${why}.`, { cause: error });
}

function brokenOff(cause?: unknown): UpdateRefusal {
  return new UpdateRefusal('The connection to the server broke off. Start again: a download continues where it stopped.', { cause });
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
