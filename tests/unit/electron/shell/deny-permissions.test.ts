import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { denyNavigation, denyPermissions } from '#shell/deny-permissions.ts';

type NavigationGuards = Parameters<typeof denyNavigation>[0];
type GuardedSession = Parameters<typeof denyPermissions>[0];

function guardedPage(): { emit: (event: string, url?: string) => boolean; openWindow: (url: string) => unknown; links: string[] } {
  const links: string[] = [];
  const page = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn<(handler: (details: { url: string }) => unknown) => void>(),
  });
  denyNavigation(page as unknown as NavigationGuards, (url) => links.push(url));
  return {
    emit: (event, url) => {
      const preventDefault = vi.fn();
      page.emit(event, { url, preventDefault });
      return preventDefault.mock.calls.length === 0;
    },
    openWindow: (url) => page.setWindowOpenHandler.mock.calls[0]?.[0]({ url }),
    links,
  };
}

interface RecordedSession {
  permissionRequest: (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void;
  permissionCheck: () => boolean;
  device: () => boolean;
  request: (details: { url: string }, decide: (answer: { cancel: boolean }) => void) => void;
}

function guardedSession(): RecordedSession {
  const recorded: Partial<Record<keyof RecordedSession, unknown>> = {};
  const session = {
    setPermissionRequestHandler: (handler: unknown) => (recorded.permissionRequest = handler),
    setPermissionCheckHandler: (handler: unknown) => (recorded.permissionCheck = handler),
    setDevicePermissionHandler: (handler: unknown) => (recorded.device = handler),
    webRequest: { onBeforeRequest: (_filter: unknown, handler: unknown) => (recorded.request = handler) },
  };
  denyPermissions(session as unknown as GuardedSession);
  return recorded as RecordedSession;
}

describe('G2 navigation', () => {
  it.each([
    'https://evil.example/',
    'file:///etc/passwd',
    'app://other/',
    'app://strobe@evil/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://strobe/',
  ])('is denied to %s', (url) => {
    const page = guardedPage();
    const isAllowed = ['will-navigate', 'will-redirect', 'will-frame-navigate'].map((event) => page.emit(event, url));
    expect(isAllowed).toEqual([false, false, false]);
  });

  it('is allowed within the page', () => {
    expect(guardedPage().emit('will-navigate', 'app://strobe/printers/1')).toBe(true);
  });

  it('opens no second window, also for a link that the browser of the computer may open', () => {
    const page = guardedPage();
    expect([page.openWindow('http://127.0.0.1:7311/docs/'), page.links]).toEqual([{ action: 'deny' }, ['http://127.0.0.1:7311/docs/']]);
  });

  it('attaches no webview', () => {
    expect(guardedPage().emit('will-attach-webview')).toBe(false);
  });
});

describe('G8 permissions', () => {
  it('are denied when asked for and when checked', () => {
    const session = guardedSession();
    const decide = vi.fn();
    session.permissionRequest({}, 'media', decide);
    expect([decide.mock.calls, session.permissionCheck(), session.device()]).toEqual([[[false]], false, false]);
  });
});

describe('requests of the page', () => {
  const isCancelled = (url: string): boolean | undefined => {
    const decide = vi.fn<(answer: { cancel: boolean }) => void>();
    guardedSession().request({ url }, decide);
    return decide.mock.calls[0]?.[0].cancel;
  };

  it.each([
    'https://evil.example/x.js',
    'http://127.0.0.1:7311/api/v3/labels',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    'ws://127.0.0.1:7310/rpc',
  ])('do not reach %s', (url) => {
    expect(isCancelled(url)).toBe(true);
  });

  it.each(['app://strobe/index.html', 'blob:app://strobe/1', 'data:image/png;base64,AA=='])('reach %s', (url) => {
    expect(isCancelled(url)).toBe(false);
  });
});
