import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ProblemError } from '#contract/problem.ts';
import { JOURNAL_CSV_PATH } from '#contract/station/urls.ts';
import { pageFile } from './page-files.ts';

/** Passes a picture or a table between the page and a controller. Throws a `ProblemError` for what it refuses. */
export type PassBytes = (request: {
  method: string;
  /** Path and query, below the page's own origin. */
  url: string;
  contentType: string | undefined;
  contentLength: string | undefined;
  body: Readable | undefined;
  signal: AbortSignal;
}) => Promise<{ status: number; headers: Record<string, string>; body: Readable | undefined }>;

export interface PageAnswerOptions {
  /** Folder of the built page. */
  root: string;
  passBytes: PassBytes;
  /** Tells the log of a fault in this program and returns the id under which it stands there. */
  report: (error: unknown) => string;
}

/** Answers what the page asks its own origin for. Never rejects: a failure is answered as a problem. */
export function pageAnswer({ root, passBytes, report }: PageAnswerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (hasBytes(new URL(request.url).pathname)) return await bytesOf(request, passBytes);
      if (request.method === 'GET' || request.method === 'HEAD') return await pageFile(root, request.url);
      throw new ProblemError('method-not-allowed', { detail: `${request.method} is not known here.` });
    } catch (error) {
      return problemResponse(error instanceof ProblemError ? error : internalError(error, report));
    }
  };
}

/** Whether the address is one of `contract/station/urls.ts`, and no file of the page's own. */
function hasBytes(path: string): boolean {
  return path.startsWith('/controllers/') || path === JOURNAL_CSV_PATH;
}

async function bytesOf(request: Request, passBytes: PassBytes): Promise<Response> {
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
  return new ProblemError('internal', { detail: `The log has the cause under ${report(error)}.` }, { cause: error });
}
