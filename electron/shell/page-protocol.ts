import type { CustomScheme, Protocol } from 'electron';
import { isPageUrl } from './page-address.ts';

/** Gives `app:` URLs an origin, like https. Must be registered before the app is ready. */
export const PAGE_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

export interface PageProtocolOptions {
  protocol: Pick<Protocol, 'handle'>;
  /** Responds to a request of the page, for its files or for a controller's files. Never rejects. */
  answer: (request: Request) => Promise<Response>;
  /** Added to every response, such as the content security policy. */
  headers: Readonly<Record<string, string>>;
}

/** Serves the page at its origin. Other hosts of the scheme get 404. */
export function servePage({ protocol, answer, headers }: PageProtocolOptions): void {
  protocol.handle('app', async (request) => {
    const response = isPageUrl(request.url) ? await answer(request) : new Response('Not found', { status: 404 });
    return withHeaders(response, headers);
  });
}

function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers: all });
}
