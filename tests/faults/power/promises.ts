import type { Step } from './trace.ts';

/** Everything acknowledged before a power cut, which must hold after it. */
export class Promises {
  /** State and picture of every print that was visible to a reader, by id. */
  readonly prints = new Map<number, { state: string; pictureHash: string }>();
  /** Prints that are on a product with their pictures, which a power cut does not remove. */
  readonly marks = new Map<number, string>();
  /** The complete logs of the engines by path, since a printer keeps its count. */
  readonly engineLogs = new Map<string, string>();
  /** Number of acknowledged states. */
  acknowledged = 0;
  readonly #logOf = new Map<number, string>();

  /** Processes the next step. */
  hear(step: Step): void {
    if (step.act === 'create' && step.path.endsWith('/marks.log')) this.#logOf.set(step.file, step.path);
    if (step.act === 'write') this.#hearMarks(this.#logOf.get(step.file), step.bytes.toString());
    if (step.act === 'say') this.#hearPrints(step.text);
  }

  #hearMarks(log: string | undefined, text: string): void {
    if (log === undefined) return;
    this.engineLogs.set(log, (this.engineLogs.get(log) ?? '') + text);
    for (const line of text.trimEnd().split('\n')) {
      const [, id, pictureHash = ''] = line.split(' ');
      this.marks.set(Number(id), pictureHash);
    }
  }

  #hearPrints(text: string): void {
    for (const line of text.trimEnd().split('\n')) {
      const [, id, state = '', pictureHash = ''] = line.split(' ');
      this.acknowledged += 1;
      this.prints.set(Number(id), { state, pictureHash });
    }
  }
}
