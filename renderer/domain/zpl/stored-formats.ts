import { storedName } from './commands/picture-commands.ts';
import type { ZplCommand } from './syntax/zpl-command.ts';

/** The commands between `^XA` and `^XZ`, and those before. */
export interface LabelFormat {
  line: number;
  commands: ZplCommand[];
  /** Whether `^XZ` is missing. */
  isOpen: boolean;
  /** The name of a stored format that no label of the file recalls. */
  template?: string;
}

/** Splits commands into labels. Commands between two labels belong to the next one; commands after the last are dropped. */
export function* splitFormats(commands: Iterable<ZplCommand>): Generator<LabelFormat> {
  let before: ZplCommand[] = [];
  let format: LabelFormat | undefined;
  for (const command of commands) {
    const isStart = command.name === '^XA';
    if (format && (isStart || command.name === '^XZ')) {
      yield { ...format, isOpen: isStart };
      format = undefined;
    }
    if (isStart) {
      format = { line: command.line, commands: before, isOpen: false };
      before = [];
    } else if (command.name !== '^XZ') (format?.commands ?? before).push(command);
  }
  if (format) yield { ...format, isOpen: true };
}

/** Stored formats (`^DF`) and the labels that recall them (`^XF`): the commands of the format replace the recall. */
export class StoredFormats {
  readonly #templates = new Map<string, LabelFormat>();
  readonly #recalled = new Set<string>();

  /** Stores a format; returns false for a label that is not one. */
  keep(format: LabelFormat): boolean {
    const definition = format.commands.find(({ name }) => name === '^DF');
    if (!definition) return false;
    const template = storedName(definition.data);
    this.#templates.set(template, {
      ...format,
      commands: format.commands.filter(({ name }) => name !== '^DF' && name !== '^XF'),
      template,
    });
    return true;
  }

  /** The commands of a label with its formats inserted; calls `miss` for each format that does not exist. */
  fill({ commands }: LabelFormat, miss: (recall: ZplCommand) => void): ZplCommand[] {
    return commands.flatMap((command) => {
      if (command.name !== '^XF') return [command];
      const name = storedName(command.data);
      const template = this.#templates.get(name);
      if (!template) miss(command);
      else this.#recalled.add(name);
      return template?.commands ?? [];
    });
  }

  /** The formats that no label has recalled. */
  unused(): LabelFormat[] {
    return [...this.#templates].filter(([name]) => !this.#recalled.has(name)).map(([, format]) => format);
  }
}
