import { pino, type Logger } from 'pino';
import { standardError } from '#storage/files/standard-error.ts';
import type { Log } from './log.ts';
import type { RotatingLogFile } from './rotating-log-file.ts';
import { redactLogLine } from './redact-log-line.ts';

/** Opens a log of JSON lines on standard error, and in a file if one is given. `name` is that of the program. */
export function openProcessLog(
  level: string,
  { name = 'controller', file }: { name?: string; file?: RotatingLogFile | undefined } = {},
): Logger {
  const destination = standardError();
  const write = (line: string): void => {
    const harmless = redactLogLine(line);
    destination.write(harmless);
    file?.write(harmless);
  };
  return pino({ level, base: { pid: process.pid, name } }, { write });
}

/** The log as modules know it. */
export function moduleLog(log: Logger): Log {
  return {
    info: (message) => log.info(message),
    warn: (message, cause) => log.warn({ err: cause }, message),
    error: (message, cause) => log.error({ err: cause }, message),
  };
}
