import type { SecretBox } from './secret-box.ts';

/** A sealed value as it is stored: the kind of its box, and what the box made of it. */
const STORED = /^([a-z]+):1:([\w-]+)$/;

/** The boxes of this run. New values are sealed with the first one; the others open what an earlier run has sealed. */
export class Secrets {
  readonly #boxes: readonly [SecretBox, ...SecretBox[]];

  constructor(boxes: readonly [SecretBox, ...SecretBox[]]) {
    this.#boxes = boxes;
  }

  /** Encrypts the value of the setting `name`. Rejects with what disk or keyring throw. */
  async seal(name: string, text: string): Promise<string> {
    const [box] = this.#boxes;
    return `${box.kind}:1:${await box.seal(name, text)}`;
  }

  /** Decrypts the stored value of the setting `name`; undefined when no box of this run can. */
  async open(name: string, stored: string): Promise<string | undefined> {
    const [, kind, sealed = ''] = STORED.exec(stored) ?? [];
    try {
      return await this.#boxes.find((box) => box.kind === kind)?.open(name, sealed);
    } catch {
      // A lost or replaced key is an expected outcome: the value has to be entered again.
      return undefined;
    }
  }

  /** Whether a stored value should be sealed again, because a better box is there now. */
  isOutdated(stored: string): boolean {
    return STORED.exec(stored)?.[1] !== this.#boxes[0].kind;
  }
}
