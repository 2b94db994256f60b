import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { ensureBrowser } from './ensure-browser.ts';

const ICONS = fileURLToPath(new URL('../icons', import.meta.url));
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/** Renders the icon at one size with the browser's SVG renderer. */
async function drawIcon(page: Page, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const svg = readFileSync(join(ICONS, 'strobe.svg'), 'utf8').replace('<svg ', `<svg width="${size}" height="${size}" `);
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** A Windows icon file: a directory of complete PNGs. The size 256 is written as 0. */
function iconFile(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const pictures = new Map<number, Buffer>();
  for (const size of LINUX_SIZES) pictures.set(size, await drawIcon(page, size));
  mkdirSync(join(ICONS, 'png'), { recursive: true });
  for (const [size, png] of pictures) writeFileSync(join(ICONS, 'png', `${size}x${size}.png`), png);
  const windows = WINDOWS_SIZES.map((size) => ({ size, png: pictures.get(size) })).filter((picture) => picture.png !== undefined);
  writeFileSync(join(ICONS, 'strobe.ico'), iconFile(windows as { size: number; png: Buffer }[]));
} finally {
  await browser.close();
}
