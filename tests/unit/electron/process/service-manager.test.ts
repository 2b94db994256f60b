import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ServiceManager } from '#process/service-manager.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(env: NodeJS.ProcessEnv) {
  const sent: string[] = [];
  const service = new ServiceManager({ env, report: () => undefined, notify: (...states) => void sent.push(...states) });
  return { service, sent };
}

it('tells systemd that it is ready, three times within the limit that it is alive, and that it stops', () => {
  const { service, sent } = start({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' });
  service.ready();
  vi.advanceTimersByTime(30_000);
  service.stopping();
  expect(sent).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1']);
});

it('says nothing more after its end', () => {
  const { service, sent } = start({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' });
  service.ready();
  service.dispose();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual(['READY=1']);
});

it('is heard by the watchdog as often after it was ready again', () => {
  const { service, sent } = start({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' });
  service.ready();
  service.ready();
  vi.advanceTimersByTime(30_000);
  expect(sent.filter((state) => state === 'WATCHDOG=1')).toHaveLength(3);
});

it('says nothing where systemd did not start it', () => {
  const { service, sent } = start({ WATCHDOG_USEC: '30000000' });
  service.ready();
  vi.advanceTimersByTime(60_000);
  service.stopping();
  expect(sent).toEqual([]);
});

it('takes the socket out of the environment, since a child process would speak for this one', () => {
  const env: NodeJS.ProcessEnv = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '1', WATCHDOG_PID: '1', PATH: '/bin' };
  start(env);
  expect(env).toEqual({ PATH: '/bin' });
});

it('reports that systemd could not be told', async () => {
  vi.useRealTimers();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  new ServiceManager({ env: { NOTIFY_SOCKET: '/nowhere', PATH: '/nowhere' }, report: resolve }).ready();
  expect(await promise).toMatchObject({ code: 'ENOENT' });
});
