import { afterEach, describe, expect, it } from 'vitest';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import AlarmCard from '#renderer/panels/alarm/AlarmCard.vue';
import { usePageI18n } from '#renderer/locales/i18n.ts';
import { anAlarm } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

afterEach(() => rig.end());

const MISSED = anAlarm({ kind: 'product-missed', priority: 'high', subject: '', detail: 'A product was not printed: x' });

async function causeIn(language: string, parts: Partial<typeof MISSED>): Promise<string> {
  rig = await openPageRig({});
  await rig.run(() => usePageI18n()).showLanguage(language);
  return rig
    .mount(AlarmCard, { alarm: { ...MISSED, ...parts } })
    .get('dd')
    .text();
}

describe('the products that passed unmarked', () => {
  it.each([
    ['en', 1, 'A product was detected but could not be printed.'],
    ['en', 3, '3 products were detected but could not be printed.'],
    ['en', 110, '110 products were detected but could not be printed.'],
    ['de', 1, 'Ein Produkt wurde erkannt, konnte aber nicht bedruckt werden.'],
    ['de', 3, '3 Produkte wurden erkannt, konnten aber nicht bedruckt werden.'],
    ['de', 110, '110 Produkte wurden erkannt, konnten aber nicht bedruckt werden.'],
    ['fr', 1, 'Un produit a été détecté mais n’a pas pu être imprimé.'],
    ['fr', 3, '3 produits ont été détectés mais n’ont pas pu être imprimés.'],
    ['fr', 110, '110 produits ont été détectés mais n’ont pas pu être imprimés.'],
    ['es', 1, 'Se detectó un producto, pero no se pudo imprimir.'],
    ['es', 3, 'Se detectaron 3 productos, pero no se pudieron imprimir.'],
    ['es', 110, 'Se detectaron 110 productos, pero no se pudieron imprimir.'],
    ['zh', 1, '检测到 1 件产品，但无法打印。'],
    ['zh', 3, '检测到 3 件产品，但无法打印。'],
    ['zh', 110, '检测到 110 件产品，但无法打印。'],
    ['ar', 1, 'رُصد منتج وتعذّرت الطباعة عليه.'],
    ['ar', 3, 'رُصدت 3 منتجات وتعذّرت الطباعة عليها.'],
    ['ar', 110, 'رُصدت 110 منتجات وتعذّرت الطباعة عليها.'],
  ])('are counted in %s: %d', async (language, count, sentence) => {
    expect(await causeIn(language, { count, errors: [] })).toBe(sentence);
  });
});

describe('what a controller says', () => {
  it.each([
    ['de', 'Es ist kein Auftrag geladen.'],
    ['ar', 'لم تُحدَّد أي مهمة.'],
  ])('is worded in %s', async (language, sentence) => {
    const text = await causeIn(language, { errors: [statusError('product-not-printed-no-job', { printer: 'Line 1' })] });
    expect(text).toContain(sentence);
    expect(text).not.toContain('A product was not printed');
  });

  it('counts in the language of the page', async () => {
    const errors = [statusError('prints-unknown', { n: 3 })];
    expect(await causeIn('de', { kind: 'prints-unknown', errors })).toContain('Das Ergebnis von 3 Drucken ist unbekannt.');
  });
});

describe('the words of a device', () => {
  it('stay as they are, and are marked as its own', async () => {
    expect(await causeIn('de', { kind: 'printer-error', detail: 'Head is hot' })).toContain('Meldung des Geräts: „Head is hot“');
  });
});
