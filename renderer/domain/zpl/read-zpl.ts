import type { Label } from '#contract/api-v3/label.ts';
import { bytesAsText } from './syntax/field-encodings.ts';
import { finishLabel } from './finish-label.ts';
import { splitFormats, StoredFormats, type LabelFormat } from './stored-formats.ts';
import { newPrinter, type ZplState } from './objects/zpl-state.ts';
import { readLabel, ZplLimitError, type ZplLimits } from './read-zpl-label.ts';
import { readCommands } from './syntax/zpl-command.ts';
import type { Density } from './objects/zpl-object.ts';
import { ZplWarnings, type ZplWarning } from './syntax/zpl-warnings.ts';

/** Why a file cannot be imported. */
export type ZplFault = { kind: 'tooLarge' | 'noLabel' | 'nothingDrawn' } | { kind: 'tooMuch'; line: number };

/** A label and its warnings. */
export interface ZplContent {
  label: Label;
  warnings: ZplWarning[];
  /** The number of warnings that are not listed. */
  warningsLeft: number;
}

/** A label of a file. Its content is completed at first use, because checking codes is slow. */
export class ZplLabel {
  /** The line on which it starts, from 1. */
  readonly line: number;
  readonly #finish: () => ZplContent;
  #content: ZplContent | undefined;

  constructor(line: number, finish: () => ZplContent) {
    this.line = line;
    this.#finish = finish;
  }

  get content(): ZplContent {
    this.#content ??= this.#finish();
    return this.#content;
  }
}

export interface ZplReading {
  labels: ZplLabel[];
  /** Whether the file was longer than the limit. */
  isCut: boolean;
  fault: ZplFault | undefined;
}

/** The limit of bytes that are read. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_LABELS = 200;
const ALLOWED: ZplLimits = { objects: 10_000, commands: 200_000 };

/** Reads a ZPL II file. Returns its labels or a fault for any input, and never throws. */
export function readZpl(bytes: Uint8Array, density: Density): ZplReading {
  if (bytes.length > MAX_BYTES) return { labels: [], isCut: false, fault: { kind: 'tooLarge' } };
  return new FileReader(density).read(bytesAsText(bytes));
}

class FileReader {
  readonly #printer: ZplState;
  readonly #templates = new StoredFormats();
  readonly #labels: ZplLabel[] = [];
  readonly #limits = { ...ALLOWED };
  /** The notes on the next label, including those of labels that draw nothing. */
  #warnings = new ZplWarnings();
  #isCut = false;
  #hasFormat = false;

  constructor(density: Density) {
    this.#printer = newPrinter(density);
  }

  read(text: string): ZplReading {
    try {
      for (const format of splitFormats(limited(text))) if (!this.#templates.keep(format)) this.#take(format);
      for (const format of this.#templates.unused()) this.#take(format);
    } catch (error) {
      if (!(error instanceof ZplLimitError)) throw error;
      if (this.#labels.length === 0) return { labels: [], isCut: false, fault: { kind: 'tooMuch', line: error.line } };
      this.#isCut = true;
    }
    const labels = this.#labels.sort((one, other) => one.line - other.line);
    const kind = this.#hasFormat ? 'nothingDrawn' : 'noLabel';
    return { labels, isCut: this.#isCut, fault: labels.length > 0 ? undefined : { kind } };
  }

  #take(format: LabelFormat): void {
    this.#hasFormat = true;
    if (this.#labels.length === MAX_LABELS) throw new ZplLimitError(format.line);
    const warnings = this.#warnings;
    if (format.isOpen) warnings.add('labelOpen', { name: '^XA', line: format.line });
    const commands = this.#templates.fill(format, (recall) => warnings.add('templateMissing', recall, { text: recall.data }));
    const drawn = readLabel({ commands, printer: this.#printer, warnings, limits: this.#limits });
    if (!drawn) return;
    const finish = (): ZplContent => {
      const label = finishLabel(drawn, warnings);
      return { label, warnings: warnings.list(), warningsLeft: warnings.left };
    };
    this.#labels.push(new ZplLabel(format.line, finish));
    this.#warnings = new ZplWarnings();
  }
}

/** The commands of a text, up to the limit. */
function* limited(text: string): ReturnType<typeof readCommands> {
  let count = 0;
  for (const command of readCommands(text)) {
    count += 1;
    if (count > ALLOWED.commands) throw new ZplLimitError(command.line);
    yield command;
  }
}
