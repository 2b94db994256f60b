import { storedName } from './picture-commands.ts';
import type { ZplCommand } from './zpl-command.ts';

/** What stands between `^XA` and `^XZ`, and what stood before it. */
export interface LabelFormat {
  line: number;
  commands: ZplCommand[];
  /** Whether `^XZ` is missing. */
  isOpen: boolean;
  /** A template that no label of the file recalls: the name that it is kept under. */
  template?: string;
}

/** Parts commands into labels. What stands between two of them belongs to the next, what stands behind the last to nobody. */
export function* partFormats(commands: Iterable<ZplCommand>): Generator<LabelFormat> {
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

/** Templates (`^DF`) and the labels that recall them (`^XF`): a label gets the commands of its template in place of the recall. */
export class Templates {
  readonly #templates = new Map<string, LabelFormat>();
  readonly #recalled = new Set<string>();

  /** Keeps a template; false for a label that is none. */
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

  /** The commands of a label with its templates in their places; what is not there is told by `miss`. */
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

  /** Those that no label has recalled. */
  unused(): LabelFormat[] {
    return [...this.#templates].filter(([name]) => !this.#recalled.has(name)).map(([, format]) => format);
  }
}
