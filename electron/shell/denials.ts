import type { Session, WebContents } from 'electron';
import { isPageUrl } from './page-address.ts';

type GuardedSession = Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'> & {
  webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>;
};

/** Denies the page every permission and device, and every address but its own: what it needs comes by the station. */
export function denyPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => decide({ cancel: !isOwnRequest(url) }));
}

/** The page's own addresses, what it makes in memory, and the inspector of a development run. */
function isOwnRequest(url: string): boolean {
  return isPageUrl(url) || /^(blob:app:\/\/strobe\/|data:|devtools:)/.test(url);
}

/** Keeps a window on the page: no other address, no second window, no embedded view. */
export function denyNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
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
