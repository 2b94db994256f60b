import type { Session, WebContents } from 'electron';
import { isPageUrl } from './page-address.ts';

type GuardedSession = Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'> & {
  webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>;
};

/** Denies the page every permission and device, and every request except to its own origin. */
export function denyPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => decide({ cancel: !isOwnRequest(url) }));
}

/** The page's origin, its blob: and data: URLs, and the developer tools. */
function isOwnRequest(url: string): boolean {
  return isPageUrl(url) || /^(blob:app:\/\/strobe\/|data:|devtools:)/.test(url);
}

/**
 * Restricts a window to the page: no navigation away from it, no second window, no webview. `openLink` gets the address for which the page wanted a
 * window, and decides whether the computer's browser opens it.
 */
export function denyNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>, openLink: (address: string) => unknown): void {
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
