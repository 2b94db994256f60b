import { pino, type Logger } from 'pino';
import { standardError } from '#storage/files/standard-error.ts';
import type { Log } from '../platform/log.ts';
import type { RotatingLogFile } from './rotating-log-file.ts';
import { redactLogLine } from './redact-log-line.ts';

/** Opens a log of JSON lines on standard error, and in a file if one is given. */
export function openProcessLog(level: string, file?: RotatingLogFile): Logger {
  const destination = standardError();
  const write = (line: string): void => {
    const harmless = redactLogLine(line);
    destination.write(harmless);
    file?.write(harmless);
  };
  return pino({ level, base: { pid: process.pid, name: 'controller' } }, { write });
}

/** The log as the controller's modules know it. */
export function moduleLog(log: Logger): Log {
  return {
    info: (message) => log.info(message),
    warn: (message, cause) => log.warn({ err: cause }, message),
    error: (message, cause) => log.error({ err: cause }, message),
  };
}
