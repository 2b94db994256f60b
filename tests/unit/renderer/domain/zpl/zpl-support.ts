import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelObject } from '#contract/api-v3/label.ts';
import { readZpl, type ZplContent, type ZplReading } from '#renderer/domain/zpl/read-zpl.ts';
import type { Density } from '#renderer/domain/zpl/objects/zpl-object.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';

const SAMPLES = join(import.meta.dirname, '../../../../fixtures/zpl');

/** The bytes of a sample. */
export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(SAMPLES, name)));
}

/** Reads a text as ZPL. */
export function read(text: string, density: Density = 8): ZplReading {
  return readZpl(new TextEncoder().encode(text), density);
}

/** The only label of these commands, which are put between `^XA` and `^XZ`. */
export function labelOf(commands: string, density: Density = 8): ZplContent {
  const { labels } = read(`^XA${commands}^XZ`, density);
  if (labels.length !== 1) throw new Error(`There are ${labels.length} labels`);
  return labels[0]!.content;
}

/** The only object of such a label. */
export function objectOf(commands: string, density: Density = 8): LabelObject {
  const { objs } = labelOf(commands, density).label;
  if (objs.length !== 1) throw new Error(`There are ${objs.length} objects`);
  return objs[0]!;
}

/** The warnings for these commands: kind, command, text and reason. */
export function warningsOf(commands: string): string[] {
  return labelOf(commands).warnings.map(({ kind, command, text, reason }) =>
    [kind, command, text, reason].filter((word) => word !== '').join(' '),
  );
}

/** The resolution of a printer of this density. */
export function targetOf(density: Density): PrintTarget {
  return { hdpi: density * 25.4, vdpi: density * 25.4 };
}
