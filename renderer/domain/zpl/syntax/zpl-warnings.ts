import type { ZplCommand } from './zpl-command.ts';

/** What an import could not convert exactly, or what the operator should check. */
export const ZPL_WARNINGS = [
  'unknown',
  'unsupported',
  'settings',
  'copies',
  'badNumber',
  'fontReplaced',
  'stretched',
  'outside',
  'fieldOpen',
  'labelOpen',
  'fieldKept',
  'fieldVariable',
  'serial',
  'clock',
  'reversed',
  'controlCharacters',
  'encodingGuessed',
  'letters',
  'codeUnknown',
  'refused',
  'codeForm',
  'composite',
  'checkDigit',
  'functionCharacter',
  'pictureBinary',
  'pictureBroken',
  'pictureTooLarge',
  'pictureMissing',
  'templateMissing',
] as const;
export type ZplWarningKind = (typeof ZPL_WARNINGS)[number];

/** A warning and its first position. */
export interface ZplWarning {
  kind: ZplWarningKind;
  command: string;
  line: number;
  /** The subject; '' if the command says it. */
  text: string;
  /** The reason from the rejecting check; '' if the kind says it. */
  reason: string;
  /** The number of occurrences. */
  count: number;
}

const MAX_WARNINGS = 300;
const LONGEST_TEXT = 80;

/** Collects warnings. Equal warnings are listed once and counted. */
export class ZplWarnings {
  readonly #found = new Map<string, ZplWarning>();
  #left = 0;

  /** The number of warnings beyond the listed ones. */
  get left(): number {
    return this.#left;
  }

  add(kind: ZplWarningKind, { name, line }: Pick<ZplCommand, 'name' | 'line'>, about: { text?: string; reason?: string } = {}): void {
    const text = shortened(about.text ?? '');
    const reason = about.reason ?? '';
    const key = JSON.stringify([kind, name, text, reason]);
    const earlier = this.#found.get(key);
    if (earlier) earlier.count += 1;
    else if (this.#found.size < MAX_WARNINGS) this.#found.set(key, { kind, command: name, line, text, reason, count: 1 });
    else this.#left += 1;
  }

  /** In order of line. */
  list(): ZplWarning[] {
    return [...this.#found.values()].sort((one, other) => one.line - other.line);
  }
}

/** Without characters that cannot be displayed. */
function shortened(text: string): string {
  const shown = text.replaceAll(/\p{Cc}/gu, ' ');
  return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
}
