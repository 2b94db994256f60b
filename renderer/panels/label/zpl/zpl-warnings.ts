import type { ZplCommand } from './zpl-command.ts';

/** What an import could not take over as it was, or what somebody should know of it. */
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

/** A warning and where it first applies. */
export interface ZplWarning {
  kind: ZplWarningKind;
  command: string;
  line: number;
  /** What it is about; '' when the command says it all. */
  text: string;
  /** Why, in the words of whoever refused it; '' when the kind says it all. */
  reason: string;
  /** How often it applies. */
  count: number;
}

const MOST_WARNINGS = 300;
const LONGEST_TEXT = 80;

/** Gathers warnings; what is said of several places alike is said once and counted. */
export class ZplWarnings {
  readonly #found = new Map<string, ZplWarning>();
  #left = 0;

  /** How many more there are than are listed. */
  get left(): number {
    return this.#left;
  }

  add(kind: ZplWarningKind, { name, line }: Pick<ZplCommand, 'name' | 'line'>, about: { text?: string; reason?: string } = {}): void {
    const text = shortened(about.text ?? '');
    const reason = about.reason ?? '';
    const key = JSON.stringify([kind, name, text, reason]);
    const known = this.#found.get(key);
    if (known) known.count += 1;
    else if (this.#found.size < MOST_WARNINGS) this.#found.set(key, { kind, command: name, line, text, reason, count: 1 });
    else this.#left += 1;
  }

  /** By their lines. */
  list(): ZplWarning[] {
    return [...this.#found.values()].sort((one, other) => one.line - other.line);
  }
}

/** Without what no list can show. */
function shortened(text: string): string {
  const shown = text.replaceAll(/\p{Cc}/gu, ' ');
  return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
}
