import { parseArgs } from 'node:util';
import { LEVELS, type Level } from './check.ts';

export interface Flags {
  /** Undefined to test the mutants of an own controller. */
  url: string | undefined;
  key: string | undefined;
  level: Level;
  printers: readonly string[];
  mayPrint: boolean;
  report: string | undefined;
  junit: string | undefined;
}

const USAGE = `npm run conformance -- --url URL [--key KEY] [--level ${LEVELS.join('|')}] [--printer NAME]... [--may-print]
  [--report FILE.md] [--junit FILE.xml], or: npm run conformance -- --mutants`;

/** Invalid flags; the message explains the usage. */
export class FlagError extends Error {}

/** Parses the flags. Throws a `FlagError`. */
export function readFlags(args: string[]): Flags {
  const values = parsed(args);
  const level = LEVELS.find((candidate) => candidate === values.level);
  if (!level) throw new FlagError(`--level must be one of ${LEVELS.join(', ')}`);
  if (values.mutants === (values.url !== undefined)) throw new FlagError(`name a target, or --mutants:\n${USAGE}`);
  if (values.url !== undefined && !/^https?:\/\/[^/]/.test(values.url)) throw new FlagError('--url must begin with http:// or https://');
  if (values['may-print'] && values.printer.length === 0) throw new FlagError('--may-print needs --printer NAME: which one may print?');
  if (new Set(values.printer).size < values.printer.length) throw new FlagError('--printer names a printer twice');
  const { url, key, report, junit } = values;
  return { url, key, level, printers: values.printer, mayPrint: values['may-print'], report, junit };
}

function parsed(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        level: { type: 'string', default: 'printers' },
        printer: { type: 'string', multiple: true, default: [] },
        'may-print': { type: 'boolean', default: false },
        report: { type: 'string' },
        junit: { type: 'string' },
        mutants: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new FlagError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
}
