import { expect, it } from 'vitest';
import { FINDINGS } from '#contract/station/diagnostic-findings.ts';
import english from '#renderer/locales/en/diagnostics.json';

it('the page and the command say the same in English about what the diagnostics find', () => {
  const texts = Object.entries(FINDINGS).map(([code, { found, todo }]) => [code, { found, todo }]);
  expect(english.diagnostics.findings).toEqual(Object.fromEntries(texts));
});
