import type { CustomScheme, Protocol } from 'electron';
import { isPageUrl } from './page-address.ts';

/** Makes `app:` a scheme with an origin, like https. Has to be registered before the app is ready. */
export const PAGE_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

export interface PageProtocolOptions {
  protocol: Pick<Protocol, 'handle'>;
  /** Answers a request of the page: its own files, and bytes of controllers. Never rejects. */
  answer: (request: Request) => Promise<Response>;
  /** Put on every answer: the content security policy above all. */
  headers: Readonly<Record<string, string>>;
}

/** Serves the page under its origin. Another host under the scheme is not found. */
export function servePage({ protocol, answer, headers }: PageProtocolOptions): void {
  protocol.handle('app', async (request) => {
    const answered = isPageUrl(request.url) ? await answer(request) : new Response('Not found', { status: 404 });
    return withHeaders(answered, headers);
  });
}

/** The same answer with these headers on it, whatever it came with. */
function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers: all });
}
