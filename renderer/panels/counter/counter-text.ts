import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

/** The text that a counter prints for its present value, by the very rule that prints it. */
export function counterText(counter: { value: number; width: number; padding: string }): string {
  const counters = new Map([['', counter]]);
  const code = { kind: 'counter', name: '', style: {}, position: 0 } as const;
  return resolveText({ parts: [code] }, { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters, row: undefined });
}
