import { pino, type Logger } from 'pino';
import type { Log } from './engines/log.ts';

/** JSON lines on standard error. Who read them may be gone: the line goes on printing without a log. */
export function openLog(level: string): Logger {
  const destination = pino.destination({ fd: 2, sync: true });
  destination.on('error', () => undefined);
  return pino({ level, base: { pid: process.pid, name: 'controller' } }, destination);
}

/** The log as the controller's rooms know it. */
export function roomLog(log: Logger): Log {
  return {
    info: (message) => log.info(message),
    warn: (message, cause) => log.warn({ err: cause }, message),
    error: (message, cause) => log.error({ err: cause }, message),
  };
}
