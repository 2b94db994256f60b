import { describe, expect, it } from 'vitest';
import { exposition } from '#controller/metrics/exposition.ts';
import { Histogram } from '#controller/metrics/histogram.ts';

describe('the text of metrics', () => {
  it('has help, type and one line for each value', () => {
    const samples = [{ labels: { printer: 'Line 1', state: 'void' }, value: 2 }, { value: 0.5 }];
    expect(exposition([{ name: 'a_total', help: 'All of them.', type: 'counter', samples }])).toBe(
      '# HELP a_total All of them.\n# TYPE a_total counter\na_total{printer="Line 1",state="void"} 2\na_total 0.5\n',
    );
  });

  it('E26 keeps every name within its line and its quotes', () => {
    const labels = { printer: 'a"b\\c\nd\re\r\nf' };
    expect(exposition([{ name: 'a', help: 'One\nline \\ only', type: 'gauge', samples: [{ labels, value: 1 }] }])).toBe(
      '# HELP a One\\nline \\\\ only\n# TYPE a gauge\na{printer="a\\"b\\\\c\\nd\\ne\\nf"} 1\n',
    );
  });

  it('writes special numbers as the format requires', () => {
    const samples = [{ value: Infinity }, { value: -Infinity }, { value: NaN }, { value: 1e21 }];
    expect(exposition([{ name: 'a', help: '', type: 'gauge', samples }])).toContain('a +Inf\na -Inf\na NaN\na 1e+21\n');
  });
});

describe('a histogram', () => {
  it('counts in buckets, each of which holds the smaller ones as well', () => {
    let now = 0;
    const options = { name: 'a_seconds', help: 'Time.', labels: ['printer'], bounds: [0.1, 1], monotonicNow: () => now };
    const histogram = new Histogram(options);
    histogram.observe(0.1, 'Line 1');
    const end = histogram.begin('Line 1');
    now = 500;
    end();
    histogram.observe(7, 'Line 1');
    expect(exposition([histogram.metric()]).split('\n').slice(2)).toEqual([
      'a_seconds_bucket{printer="Line 1",le="0.1"} 1',
      'a_seconds_bucket{printer="Line 1",le="1"} 2',
      'a_seconds_bucket{printer="Line 1",le="+Inf"} 3',
      'a_seconds_sum{printer="Line 1"} 7.6',
      'a_seconds_count{printer="Line 1"} 3',
      '',
    ]);
  });

  it('has a bounded number of series', () => {
    const histogram = new Histogram({ name: 'a', help: '', labels: ['route'], bounds: [], monotonicNow: () => 0 });
    for (let route = 0; route < 3_000; route += 1) histogram.observe(1, String(route));
    expect(histogram.metric().samples).toHaveLength(3 * 2_000);
  });
});
