import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
let isPrepared = false;

export interface DecodedCode {
  format: string;
  /** The content; GS1 element strings with their application identifiers in brackets. */
  text: string;
}

/** Every code that an independent decoder finds in a PNG, sorted by format. */
export async function decodeCodes(png: Uint8Array): Promise<DecodedCode[]> {
  if (!isPrepared) {
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) } });
    isPrepared = true;
  }
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true, textMode: 'HRI' });
  return found.map(({ format, text }) => ({ format, text })).sort((a, b) => a.format.localeCompare(b.format));
}
