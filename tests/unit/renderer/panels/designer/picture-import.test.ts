import { deflateSync } from 'node:zlib';
import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import { labelObjectSchema } from '#contract/api-v3/label.ts';
import type { DecodePicture } from '#renderer/domain/pictures/decode-picture.ts';
import PictureImport from '#renderer/panels/designer/picture/PictureImport.vue';
import { inkPixels, pictureObject, printPicture } from '#renderer/domain/pictures/print-picture.ts';
import { LARGEST_FILE, readPicture } from '#renderer/domain/pictures/read-picture.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const TARGET = { hdpi: 254, vdpi: 254 };

/** A black PNG whose last column is white. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width - 1; x += 1) bitmap.words[y * bitmap.stride + (x >>> 5)]! |= 1 << (31 - (x & 31));
  return encodePng(bitmap, { hdpi: 300, vdpi: 300, deflate: (bytes) => deflateSync(bytes) });
}

function file(bytes: Uint8Array<ArrayBuffer>, name = 'logo.png', type = 'image/png'): File {
  return new File([bytes], name, { type });
}

const noDecoder: DecodePicture = async () => undefined;

describe('a picture file', () => {
  it('is stored unchanged if it is a small PNG', async () => {
    const bytes = png(40, 20);
    expect(await readPicture(file(bytes), noDecoder)).toEqual({ bitmap: Buffer.from(bytes).toString('base64'), width: 40, height: 20 });
  });

  it('is redrawn with fewer pixels if it has more than a label may have', async () => {
    let drawn: unknown;
    const decode: DecodePicture = async () => ({ width: 4000, height: 1000, toPng: async (size) => ((drawn = size), png(8, 2)) });
    const read = await readPicture(file(new Uint8Array([0xff, 0xd8]), 'photo.jpg', 'image/jpeg'), decode);
    expect(drawn).toEqual({ width: 2000, height: 500 });
    expect(read).toMatchObject({ width: 2000, height: 500, original: { width: 4000, height: 1000 } });
  });

  it.each([
    ['a drawing of lines', file(new Uint8Array(), 'logo.svg', ''), 'svg'],
    ['a drawing of lines by its type', file(new Uint8Array(), 'logo', 'image/svg+xml'), 'svg'],
    ['a file that is far too large', Object.defineProperty(file(new Uint8Array()), 'size', { value: LARGEST_FILE + 1 }), 'tooBig'],
    ['what is no picture', file(new Uint8Array([1, 2, 3]), 'a.png'), 'unreadable'],
  ])('is rejected if it is %s', async (_, refused, fault) => {
    expect(await readPicture(refused, noDecoder)).toBe(fault);
  });

  it('is rejected if it is too large for a label', async () => {
    const decode: DecodePicture = async () => ({ width: 10, height: 10, toPng: async () => new Uint8Array(6_000_001) });
    expect(await readPicture(file(new Uint8Array([1])), decode)).toBe('tooHeavy');
  });
});

describe('a picture of a label', () => {
  const answers = {
    bitmap: Buffer.from(png(8, 4)).toString('base64'),
    width: 0.8,
    height: 0.4,
    threshold: 0.5,
    dithering: 'NONE' as const,
  };

  it('is an object that fits the contract, printed in the dots of the printer', () => {
    const object = pictureObject(answers);
    expect(labelObjectSchema.safeParse(object).success).toBe(true);
    const bitmap = object && printPicture(object, TARGET);
    expect(bitmap).toMatchObject({ width: 8, height: 4, words: new Uint32Array([0xfe000000, 0xfe000000, 0xfe000000, 0xfe000000]) });
  });

  it('is black for ink, and transparent otherwise', () => {
    const bitmap = createBitmap(2, 1);
    bitmap.words[0] = 0x40000000;
    expect([...inkPixels(bitmap)]).toEqual([0, 0, 0, 0, 0, 0, 0, 255]);
  });

  it('reports why it cannot be printed', () => {
    const object = pictureObject({ ...answers, bitmap: 'AAAA' });
    expect(object && printPicture(object, TARGET)).toBe('The picture is not a PNG');
  });

  it('is undefined without a size', () => {
    expect(pictureObject({ ...answers, width: 0 })).toBeUndefined();
  });
});

describe('the dialog of a new picture', () => {
  let rig: PageRig;
  let dialog: VueWrapper;

  beforeEach(async () => {
    rig = await openPageRig({});
    dialog = rig.mount(PictureImport as Component, { open: false, target: TARGET, labelWidth: 3 });
    await dialog.setProps({ open: true });
    await flushPromises();
  });

  afterEach(() => rig.end());

  async function choose(chosen: File) {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no choice of a file.');
    Object.defineProperty(input, 'files', { value: [chosen], configurable: true });
    input.dispatchEvent(new Event('change'));
    await flushPromises();
    await expect.poll(() => document.querySelector('button[type=submit], [role=alert]')).not.toBeNull();
  }

  async function submit() {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    await flushPromises();
    return dialog.emitted<[Record<string, unknown>]>('create')?.at(-1)?.[0];
  }

  it('makes the picture at most as wide as the label, in its own proportions', async () => {
    await choose(file(png(40, 20)));
    expect(await submit()).toMatchObject({ type: 'StaticBitmap', x: 0, y: 0, width: 3, height: 1.5, dithering: 'NONE', threshold: 0.5 });
    expect(dialog.emitted('update:open')?.at(-1)).toEqual([false]);
  });

  it('uses the chosen width and shading', async () => {
    await choose(file(png(40, 20)));
    const [width] = document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]');
    if (!width) throw new Error('There is no field for the width.');
    width.value = '2';
    width.dispatchEvent(new Event('input'));
    document.querySelectorAll<HTMLInputElement>('input[type=radio]')[2]?.click();
    await flushPromises();
    expect(await submit()).toMatchObject({ width: 2, height: 1, dithering: 'FLOYD_STEINBERG' });
  });

  it('says why an SVG file is rejected', async () => {
    await choose(file(new Uint8Array(), 'logo.svg', 'image/svg+xml'));
    expect(document.querySelector('[role=alert]')?.textContent).toContain('SVG is not supported');
    expect(await submit()).toBeUndefined();
  });
});
