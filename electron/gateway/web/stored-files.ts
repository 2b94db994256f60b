import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { StoredFileKind } from '#contract/station/event-log.ts';
import { SETUP_MEDIA_TYPE } from '#contract/station/setup.ts';
import { SETUP_FILES_PATH, STATION_BACKUPS_PATH } from '#contract/station/urls.ts';
import type { ByteSource } from './byte-source.ts';
import type { BytesAnswer, BytesRequest } from './controller-bytes.ts';
import { limited } from './limit-stream.ts';

interface StoredFiles {
  kind: StoredFileKind;
  /** The beginning of the address. */
  path: string;
  type: string;
}

const STORED: readonly StoredFiles[] = [
  { kind: 'stationBackups', path: STATION_BACKUPS_PATH, type: BACKUP_MEDIA_TYPE },
  { kind: 'setup', path: SETUP_FILES_PATH, type: SETUP_MEDIA_TYPE },
];
/** Size in bytes, and in milliseconds the time between two pieces and the whole time. */
const LIMITS = { maxBytes: 64 * 1024 * 1024 * 1024, idle: 60_000, whole: 60 * 60_000 };

/** The beginnings of the addresses of these files. */
export const STORED_FILE_PATHS = STORED.map(({ path }) => path);

/** Reads or stores a file of the station at its address; undefined for any other address. Both need a permission, and are logged. */
export async function storedFileBytes(station: ByteSource, path: string, request: BytesRequest): Promise<BytesAnswer | undefined> {
  const files = STORED.find((each) => path.startsWith(each.path));
  if (!files) return undefined;
  const name = decoded(path.slice(files.path.length));
  const isUpload = request.method === 'PUT';
  const logged = { operation: `${files.kind}.${isUpload ? 'upload' : 'download'}`, name } as const;
  try {
    await station.permitUpload(logged.operation);
    const answer = isUpload ? await put(station, { ...files, name }, request) : await get(station, { ...files, name });
    station.logUpload(logged);
    return answer;
  } catch (failure) {
    if (!request.signal.aborted) station.logUpload({ ...logged, failure });
    throw failure;
  }
}

type NamedFile = StoredFiles & { name: string };

async function get(station: ByteSource, { kind, name, type }: NamedFile): Promise<BytesAnswer> {
  const { path, size } = await station.storedFile(kind, name);
  const headers = {
    ...{ 'content-type': type, 'content-length': String(size), 'cache-control': 'no-store' },
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body: createReadStream(path) };
}

async function put(
  station: ByteSource,
  { kind, name, type }: NamedFile,
  { contentType, contentLength, body }: BytesRequest,
): Promise<BytesAnswer> {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== type)
    throw new ProblemError('unsupported-media-type', { detail: `The content type of this file must be ${type}.` });
  if (contentLength !== undefined && Number(contentLength) > LIMITS.maxBytes)
    throw new ProblemError('payload-too-large', { detail: `This file may have at most ${LIMITS.maxBytes} bytes.` });
  if (!body) throw new ProblemError('invalid-input', { detail: 'The file is missing.' });
  await station.storeFile(
    kind,
    name,
    pipeline(body, limited(LIMITS), () => undefined),
  );
  return { status: 201, headers: {}, body: undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address has invalid percent-encoding.' }, { cause });
  }
}
