/**
 * `npm run golden-pictures`: renders the missing pictures of the picture sheet of all objects and barcodes (`tests/fixtures/pictures`), and
 * its contact sheet, `contact-sheet.png`. The tests compare every picture dot by dot with the current rendering, so an existing one is
 * replaced only with `--replace` and its name (`--replace ean-13`), or all with `--replace` alone. Check replaced pictures by eye.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Planes } from '#rendering/label/planes.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { blit } from '#rendering/raster/blit.ts';
import { fillRect } from '#rendering/raster/fill-rect.ts';
import type { Rect } from '#rendering/raster/fill-rect.ts';
import { pictureFile, PICTURES_FOLDER, preparePictures, readSheetLabels } from './golden-pictures.ts';

const COLUMNS = 5;
const CELL = { width: 500, height: 280 };
const MARGIN = 10;

const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean', default: false } }, allowPositionals: true });
const labels = await readSheetLabels();
const unknown = positionals.filter((name) => labels.every((label) => label.name !== name));
if (unknown.length > 0) throw new Error(`There is no label ${unknown.join(', ')} in the picture sheet`);

const draw = await preparePictures();
const pictures = labels.map((label) => ({ name: label.name, planes: draw(label) }));
for (const { name, planes } of pictures) {
  const file = join(PICTURES_FOLDER, `${name}.png`);
  const isMeant = values.replace && (positionals.length === 0 || positionals.includes(name));
  if (existsSync(file) && !isMeant) continue;
  await writeFile(file, pictureFile(planes));
  console.log(`${name} written`);
}
await writeFile(join(PICTURES_FOLDER, 'contact-sheet.png'), pictureFile(contactSheet()));

/** All pictures in a grid with their names below. */
function contactSheet(): Planes {
  const size = { width: COLUMNS * CELL.width, height: Math.ceil(pictures.length / COLUMNS) * CELL.height };
  const sheet = [0, 1, 2, 3].map(() => createBitmap(size.width, size.height));
  const [cyan, magenta, yellow, black] = sheet as [Bitmap, Bitmap, Bitmap, Bitmap];
  for (const [index, { name, planes }] of pictures.entries()) {
    const place = { left: (index % COLUMNS) * CELL.width + MARGIN, top: Math.floor(index / COLUMNS) * CELL.height + MARGIN };
    const captionPlanes = draw({ name, label: caption(name), isColor: false });
    blit(black, captionPlanes[0], { ...place, effect: 'ink' });
    const below = { left: place.left, top: place.top + captionPlanes[0].height, effect: 'ink' } as const;
    outline(cyan, { ...below, width: planes[0].width, height: planes[0].height });
    const targets = planes.length === 1 ? [black] : [cyan, magenta, yellow, black];
    for (const [plane, target] of targets.entries()) blit(target, planes[plane] ?? planes[0], below);
  }
  return [cyan, magenta, yellow, black];
}

/** Draws a thin line around a picture to show its quiet zones. */
function outline(plane: Bitmap, { left, top, width, height }: Rect): void {
  fillRect(plane, { left: left - 1, top: top - 1, width: width + 2, height: height + 2 }, 'ink');
  fillRect(plane, { left, top, width, height }, 'erase');
}

function caption(name: string): ReturnType<typeof labelSchema.parse> {
  const text = { type: 'Text', x: 0, y: 0, text: name, font: { family: 'Arimo', style: 'Italic', height: 2.6 } };
  return labelSchema.parse({ format: 3, width: 0, height: 3.5, objs: [text] });
}
