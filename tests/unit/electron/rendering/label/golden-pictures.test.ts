import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { LABEL_OBJECT_TYPES } from '#contract/api-v3/label.ts';
import type { LabelObject } from '#contract/api-v3/label.ts';
import { pictureFile, PICTURES_FOLDER, preparePictures, readSheetLabels } from '../../../../../build/scripts/golden-pictures.ts';

const labels = await readSheetLabels();
const draw = await preparePictures();

describe('the picture sheet', () => {
  it.each(labels)('still has every dot of $name', (label) => {
    const today = pictureFile(draw(label));
    const dots = differingDots(readFileSync(join(PICTURES_FOLDER, `${label.name}.png`)), Buffer.from(today));
    const file = join(tmpdir(), `strobe-picture-${label.name}.png`);
    if (dots > 0) writeFileSync(file, today);
    expect(dots, `dots of ${label.name} that differ; what is drawn now is in ${file}`).toBe(0);
  });

  it('shows every type of object', () => {
    const types = new Set(labels.flatMap(({ label }) => label.objs.flatMap(typesOf)));
    expect([...types].sort()).toEqual([...LABEL_OBJECT_TYPES].sort());
  });

  it('has one picture for every label, and no others', () => {
    const pictures = readdirSync(PICTURES_FOLDER).filter((file) => file.endsWith('.png'));
    expect(pictures.sort()).toEqual(['contact-sheet.png', ...labels.map(({ name }) => `${name}.png`)].sort());
  });
});

function typesOf(object: LabelObject): string[] {
  return object.type === 'ObjectGroup' ? [object.type, ...object.children.flatMap(typesOf)] : [object.type];
}

/** Dots that differ, including those outside of one of the pictures. */
function differingDots(golden: Buffer, today: Buffer): number {
  const before = PNG.sync.read(golden);
  const after = PNG.sync.read(today);
  let count = 0;
  for (let y = 0; y < Math.max(before.height, after.height); y += 1) {
    for (let x = 0; x < Math.max(before.width, after.width); x += 1) if (dotAt(before, x, y) !== dotAt(after, x, y)) count += 1;
  }
  return count;
}

function dotAt({ width, height, data }: PNG, x: number, y: number): number | undefined {
  return x < width && y < height ? data.readUInt32BE((y * width + x) * 4) : undefined;
}
