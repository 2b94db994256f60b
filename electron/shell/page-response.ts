import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ProblemError } from '#contract/problem.ts';
import {
  AUTHORITY_PATH,
  EVENT_LOG_CSV_PATH,
  LANGUAGES_PATH,
  SETUP_FILES_PATH,
  STATION_AUDIT_PATH,
  STATION_BACKUPS_PATH,
  SUPPORT_PATH,
} from '#contract/station/urls.ts';
import { pageFile } from './page-file-response.ts';

/** Transfers a picture or table between the page and a controller. Throws a `ProblemError` for a request that it refuses. */
export type PassBytes = (request: {
  method: string;
  /** Path and query. */
  url: string;
  contentType: string | undefined;
  contentLength: string | undefined;
  body: Readable | undefined;
  signal: AbortSignal;
}) => Promise<{ status: number; headers: Record<string, string>; body: Readable | undefined }>;

export interface PageResponseOptions {
  /** Folder of the built page. */
  root: string;
  passBytes: PassBytes;
  /** Logs an unexpected error, and returns the id of the log entry. */
  report: (error: unknown) => string;
}

/** Responds to the page's requests to its own origin. Never rejects: a failure becomes a problem response. */
export function pageResponse({ root, passBytes, report }: PageResponseOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (isTransfer(new URL(request.url).pathname)) return await transfer(request, passBytes);
      if (request.method === 'GET' || request.method === 'HEAD') return await pageFile(root, request.url);
      throw new ProblemError('method-not-allowed', { detail: `The method ${request.method} is not supported.` });
    } catch (error) {
      return problemResponse(error instanceof ProblemError ? error : internalError(error, report));
    }
  };
}

/** Whether the path is one of `contract/station/urls.ts`, not a file of the page. */
function isTransfer(path: string): boolean {
  return (
    ['/controllers/', LANGUAGES_PATH, STATION_BACKUPS_PATH, SETUP_FILES_PATH].some((folder) => path.startsWith(folder)) ||
    [EVENT_LOG_CSV_PATH, STATION_AUDIT_PATH, SUPPORT_PATH, AUTHORITY_PATH].includes(path)
  );
}

async function transfer(request: Request, passBytes: PassBytes): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await passBytes({
    method: request.method,
    url: pathname + search,
    contentType: request.headers.get('content-type') ?? undefined,
    contentLength: request.headers.get('content-length') ?? undefined,
    body: request.body ? Readable.fromWeb(request.body as ReadableStream) : undefined,
    signal: request.signal,
  });
  const body = answer.body ? (Readable.toWeb(answer.body) as unknown as ConstructorParameters<typeof Response>[0]) : null;
  return new Response(body, { status: answer.status, headers: answer.headers });
}

function problemResponse(error: ProblemError): Response {
  const problem = error.toProblem();
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': 'application/problem+json' } });
}

function internalError(error: unknown, report: (error: unknown) => string): ProblemError {
  return new ProblemError('internal', { detail: `Internal error of the station. See the log entry ${report(error)}.` }, { cause: error });
}
