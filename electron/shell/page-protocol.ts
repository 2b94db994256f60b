import type { CustomScheme, Protocol } from 'electron';
import { isPageUrl } from './page-address.ts';
import { withPageHeaders } from './page-headers.ts';

/** Makes `app:` a scheme with an origin, like https. Has to be registered before the app is ready. */
export const PAGE_SCHEME: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

/** Answers a request of the page: its own files, and bytes of controllers. */
export type AnswerPage = (request: Request) => Promise<Response>;

/** Serves the page under its origin. Another host under the scheme is not found; a failure is a plain 500 that tells nothing. */
export function servePage(protocol: Pick<Protocol, 'handle'>, answer: AnswerPage): void {
  protocol.handle('app', async (request) => {
    if (!isPageUrl(request.url)) return withPageHeaders(new Response('Not found', { status: 404 }));
    return withPageHeaders(await answer(request));
  });
}
