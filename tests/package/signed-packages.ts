import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DebianContainer } from '#support/debian-container.ts';
import { makeKeys, signFile } from '../../build/scripts/sign-update.ts';

/** Signs packages with a key of its own, and makes a computer trust it. */
export class SignedPackages {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strobe-keys-'));

  constructor() {
    makeKeys(this.#folder);
  }

  /** Writes the signature next to the package. */
  async sign(file: string): Promise<void> {
    await signFile(file, join(this.#folder, 'private.pem'));
  }

  trustedBy(container: DebianContainer): void {
    container.write('/etc/strobe/update-keys/plant.pem', readFileSync(join(this.#folder, 'public.pem'), 'utf8'));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Makes the controller of a copy of the project end at its start. */
export function breakController(project: string): void {
  writeFileSync(join(project, 'electron/controller.ts'), "console.error('this version does not start');\nprocess.exit(1);\n");
}
