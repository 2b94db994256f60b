import type { Print } from '#contract/api-v3/print.ts';

/** What a print is called before people: its label and the key of its row; its job's name where the label came with it. */
export function printName({ label, job, key }: Pick<Print, 'label' | 'job' | 'key'>): string {
  const name = label || job;
  return key === undefined ? name : `${name}: ${key}`;
}

/** The same with its counters: what tells it from all others. */
export function printIdentity(print: Pick<Print, 'label' | 'job' | 'key' | 'counters'>): string {
  return [printName(print), ...print.counters.map(({ name, value }) => `${name} ${value}`)].join(', ');
}
