import { describe, expect, it } from 'vitest';
import { FlagError, readFlags } from '../../conformance/flags.ts';

const URL = ['--url', 'http://127.0.0.1:7311'];

describe('the flags of the conformance suite', () => {
  it('look at the whole specification and touch no printer, unless they say otherwise', () => {
    expect(readFlags(URL)).toMatchObject({ url: URL[1], level: 'printers', printers: [], mayPrint: false });
  });

  it('name several printers', () => {
    const flags = readFlags([...URL, '--printer', 'A', '--printer', 'B', '--may-print', '--level', 'core']);
    expect(flags).toMatchObject({ printers: ['A', 'B'], mayPrint: true, level: 'core' });
  });

  it('can ask for the mutants in place of a target', () => {
    expect(readFlags(['--mutants']).url).toBeUndefined();
  });

  it.each([
    [[], /--url URL/],
    [[...URL, '--mutants'], /a target, or --mutants/],
    [['--url', '127.0.0.1:7311'], /http:\/\//],
    [[...URL, '--level', 'all'], /core, queue, printers, extensions/],
    [[...URL, '--may-print'], /which one may print/],
    [[...URL, '--printer', 'A', '--printer', 'A'], /twice/],
    [[...URL, '--print'], /--print/],
  ])('%j are refused', (args, message) => {
    expect(() => readFlags(args)).toThrow(FlagError);
    expect(() => readFlags(args)).toThrow(message);
  });
});
