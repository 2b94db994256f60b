import { formatCount } from '../../composables/use-formats.ts';
import type { ZplFault } from '../../domain/zpl/read-zpl.ts';
import type { ZplWarning, ZplWarningKind } from '../../domain/zpl/syntax/zpl-warnings.ts';

type Say = (key: string, params: Record<string, string>) => string;

/** Warnings whose command is shown with its data, because the data say what it is about. */
const SHOWN_WHOLE: ReadonlySet<ZplWarningKind> = new Set(['unknown', 'unsupported', 'copies']);

/** The warnings of an import, one line each; all printer settings share one line. */
export function warningLines(t: Say, warnings: readonly ZplWarning[]): string[] {
  const settings = warnings.filter(({ kind }) => kind === 'settings');
  const lines = warnings.filter(({ kind }) => kind !== 'settings').map((warning) => warningLine(t, warning));
  const commands = [...new Set(settings.map(({ command }) => command))].join(', ');
  return commands === '' ? lines : [...lines, t('zplImport.warnings.settings', { commands })];
}

/** Why a file cannot be imported. */
export function faultLine(t: Say, fault: ZplFault): string {
  return t(`zplImport.faults.${fault.kind}`, 'line' in fault ? { line: formatCount(fault.line) } : {});
}

function warningLine(t: Say, { kind, command, line, text, reason, count }: ZplWarning): string {
  const words = t(`zplImport.warnings.${kind}`, { text, reason });
  const place = { line: formatCount(line), command: SHOWN_WHOLE.has(kind) ? command + text : command, words };
  return count === 1 ? t('zplImport.place', place) : t('zplImport.places', { ...place, more: formatCount(count - 1) });
}
