import type { ArchivedPrintDetail } from '#contract/plant/archive-search.ts';

/** A heading and its values. */
export interface Fact {
  /** The key of the heading's text. */
  head: string;
  values: readonly string[];
  /** A sentence of the page, whose values keep their own order; otherwise each value has its own direction. */
  isSentence?: boolean;
}

/** The words of the page that facts need. */
export interface FactTexts {
  t: (key: string, values?: Record<string, unknown>) => string;
  moment: (at: string) => string;
}

/** All that the archive knows of a print, in words: only headings that have a value. */
export function archivedPrintFacts(print: ArchivedPrintDetail, { t, moment }: FactTexts): Fact[] {
  const label = print.label === '' ? t('prints.detail.ownLabel') : print.label;
  const known = (text: string | number | undefined): string[] => (text === undefined || text === '' ? [] : [String(text)]);
  const when = (at: string | undefined): string[] => (at === undefined ? [] : [moment(at)]);
  const pairs = (values: Record<string, string>): string[] => Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  const facts: Fact[] = [
    { head: 'plantPrints.line', values: [print.line || print.controllerName] },
    { head: 'plantPrints.controller', values: print.line ? [print.controllerName] : [] },
    { head: 'prints.columns.printer', values: [print.printer] },
    {
      head: 'prints.detail.label',
      values: [print.labelRevision === undefined ? label : t('prints.detail.version', { label, revision: print.labelRevision })],
      isSentence: print.labelRevision !== undefined,
    },
    { head: 'prints.detail.row', values: known(rowText(print, t)), isSentence: print.table !== undefined },
    { head: 'prints.detail.serials', values: print.serials },
    { head: 'prints.detail.variables', values: pairs(print.variables) },
    { head: 'prints.detail.cells', values: pairs(print.cells ?? {}) },
    { head: 'prints.detail.texts', values: print.texts.map(({ text }) => text) },
    { head: 'prints.detail.job', values: known(print.job) },
    { head: 'prints.detail.operator', values: [print.operator ?? t('prints.detail.noOperator')] },
    { head: 'verification.title', values: print.verification === undefined ? [] : [t(`verification.verdict.${print.verification}`)] },
    { head: 'plantPrints.reserved', values: when(print.reserved) },
    { head: 'plantPrints.sent', values: when(print.sent) },
    { head: 'plantPrints.settled', values: when(print.settled) },
    { head: 'plantPrints.unknownSince', values: when(print.unknownSince) },
    { head: 'plantPrints.unknownReason', values: known(print.unknownReason) },
    { head: 'plantPrints.resolvedBy', values: known(print.resolvedBy) },
    { head: 'prints.detail.reprintOf', values: known(print.reprintOf) },
    { head: 'prints.detail.reprintReason', values: known(print.reprintReason) },
    { head: 'prints.detail.supersedes', values: known(print.supersedes) },
    { head: 'prints.detail.reworkReason', values: known(print.reworkReason) },
  ];
  return facts.filter(({ values }) => values.length > 0);
}

function rowText({ table, key, row }: ArchivedPrintDetail, t: FactTexts['t']): string | undefined {
  if (table === undefined) return key;
  const texts = { table, key, row: (row ?? 0) + 1 };
  return key === undefined ? t('prints.detail.rowAlone', texts) : t('prints.detail.rowOf', texts);
}
