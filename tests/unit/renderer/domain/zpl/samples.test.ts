// @vitest-environment node
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { readZpl } from '#renderer/domain/zpl/read-zpl.ts';
import type { Density } from '#renderer/domain/zpl/objects/zpl-object.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { fonts, toPng, VALUES } from '../../../electron/rendering/drawing-support.ts';
import { sample, targetOf } from './zpl-support.ts';

/** The size in dots and the codes of each label of a sample, as read by an independent decoder. */
interface Expected {
  density?: Density;
  labels: { size: [number, number]; codes: string[] }[];
  /** The kinds of warnings of the first label. */
  warnings?: string[];
}

const one = (width: number, height: number, ...codes: string[]): Expected['labels'] => [{ size: [width, height], codes }];

const SAMPLES: Record<string, Expected> = {
  'address-block.zpl': { labels: one(640, 520) },
  'asset-qr.zpl': { labels: one(480, 240, 'QRCode https://assets.example.com/a/100482') },
  'aztec-ticket.zpl': { labels: one(600, 320, 'Aztec TICKET;4711;2026-11-21;ZÜRICH HB;LUGANO', 'Aztec 4711') },
  'baseline.zpl': { labels: one(600, 400, 'Code128 BASE-1', 'DataMatrix BASE-2') },
  'cable-rotated.zpl': { density: 12, labels: one(600, 900, 'Code128 CAB-0042-A', 'DataMatrix CAB-0042-A') },
  'carton-itf14.zpl': { labels: one(812, 400, 'ITF 14012345000013', 'ITF 012345') },
  'code39-check.zpl': { labels: one(600, 300, 'Code39 BIN-A 12A', 'Code39 SHELF/7') },
  'code93.zpl': { labels: one(480, 240, 'Code93 LOT 77-A') },
  'databar.zpl': {
    labels: one(
      600,
      640,
      'DataBarExpStk (01)04012345000016(10)A7(3103)001250',
      'DataBarLtd (01)04012345000016',
      'DataBarOmni (01)04012345000016',
      'DataBarStk (01)04012345000016',
    ),
  },
  'graphics.zpl': { labels: one(480, 200) },
  'hazard-pdf417.zpl': { labels: one(812, 812, 'PDF417 UN1263;PAINT;3;II;LOT 88213;NET 20 L') },
  'orientation.zpl': { labels: one(500, 500, 'Code128 ROT-1', 'Code39 INV1') },
  'pallet-sscc.zpl': {
    labels: one(832, 1180, 'Code128 (02)04012345000016(15)270228(37)48', 'Code128 (10)L0926A', 'Code128 (00)340123450000000017'),
  },
  'part-datamatrix.zpl': { density: 12, labels: one(360, 240, 'DataMatrix (01)04012345000016(10)LOT77(21)S0001', 'DataMatrix P/N 88-410') },
  'prefixes.zpl': { labels: one(480, 200, 'Code128 A^B') },
  'product-ean13.zpl': { labels: one(480, 320, 'EAN13 4006381333931') },
  'retail-price.zpl': { labels: one(400, 240, 'EAN8 96385074') },
  'reverse-header.zpl': { labels: one(600, 400), warnings: ['reversed'] },
  'serial-clock.zpl': {
    labels: one(480, 240),
    warnings: ['serial', 'stretched', 'codeUnknown', 'unsupported', 'unknown'],
  },
  'shipping.zpl': {
    labels: one(812, 1218, 'Code128 NW4471902836DE', 'QRCode https://track.example.com/NW4471902836DE'),
    warnings: ['copies'],
  },
  'stored-graphic.zpl': { labels: one(400, 240), warnings: ['pictureMissing'] },
  'table.zpl': { labels: one(800, 440) },
  'template.zpl': {
    labels: [...one(600, 300, 'Code128 SN000481'), ...one(600, 300, 'Code128 SN000482')],
    warnings: ['fieldKept', 'fieldKept', 'fieldKept', 'fieldKept'],
  },
  'upc-a.zpl': { labels: one(480, 460, 'EAN13 0036000291452', 'UPCE 0012345000065') },
};

describe('ZPL samples', () => {
  it.each(Object.entries(SAMPLES))(
    '%s is imported, drawn at its resolution, and its codes are read',
    async (name, { density = 8, labels, warnings = [] }) => {
      const reading = readZpl(sample(name), density);
      expect(reading.labels[0]?.content.warnings.map(({ kind }) => kind)).toEqual(warnings);
      const drawn = await Promise.all(
        reading.labels.map(async ({ content: { label } }) => {
          expect(labelSchema.parse(label)).toEqual(label);
          expect(checkLabel(label)).toEqual([]);
          const bitmap = printLabel(compileLabel(label, targetOf(density), fonts), VALUES);
          const codes = await decodeCodes(toPng(bitmap, targetOf(density)));
          return { size: [bitmap.width, bitmap.height], codes: codes.map(({ format, text }) => `${format} ${text}`) };
        }),
      );
      expect(drawn).toEqual(labels);
    },
  );

  it('are all covered by this file', () => {
    expect(readdirSync(join(import.meta.dirname, '../../../../fixtures/zpl')).sort()).toEqual(Object.keys(SAMPLES).sort());
  });
});
