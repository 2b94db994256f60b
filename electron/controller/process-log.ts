import { pino, type Logger } from 'pino';
import { standardError } from '#storage/standard-error.ts';
import type { Log } from './engines/log.ts';
import type { LogFile } from './log-file.ts';
import { harmlessLine } from './log-lines.ts';

/** JSON lines on standard error, and in a file where one is given. */
export function openLog(level: string, file?: LogFile): Logger {
  const destination = standardError();
  const write = (line: string): void => {
    const harmless = harmlessLine(line);
    destination.write(harmless);
    file?.write(harmless);
  };
  return pino({ level, base: { pid: process.pid, name: 'controller' } }, { write });
}

/** The log as the controller's rooms know it. */
export function roomLog(log: Logger): Log {
  return {
    info: (message) => log.info(message),
    warn: (message, cause) => log.warn({ err: cause }, message),
    error: (message, cause) => log.error({ err: cause }, message),
  };
}
