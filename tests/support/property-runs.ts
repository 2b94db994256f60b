/**
 * `STROBE_PROPERTY_RUNS` says how many times as often as usual the tests with random values try them. Every test file has this file run before
 * it, for the properties that say no number of runs themselves.
 */
const times = Number(process.env['STROBE_PROPERTY_RUNS'] ?? 1);
if (!Number.isSafeInteger(times) || times < 1) throw new Error('STROBE_PROPERTY_RUNS needs a whole number from 1');

/** How often a property is tried that is tried `usual` times as a rule. */
export function propertyRuns(usual: number): number {
  return usual * times;
}

// Loading the library for every file would take longer than most of them.
if (times > 1) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: propertyRuns(100) });
}
