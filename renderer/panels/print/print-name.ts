import type { Print } from '#contract/api-v3/print.ts';

/** The name of a print: its label and the key of its row; the name of the job for a label that came with it. */
export function printName({ label, job, key }: Pick<Print, 'label' | 'job' | 'key'>): string {
  const name = label || job;
  return key === undefined ? name : `${name}: ${key}`;
}

/** The same with its counters, which make it unique. */
export function printIdentity(print: Pick<Print, 'label' | 'job' | 'key' | 'counters'>): string {
  return [printName(print), ...print.counters.map(({ name, value }) => `${name} ${value}`)].join(', ');
}
