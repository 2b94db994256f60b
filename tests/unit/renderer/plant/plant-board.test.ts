import { describe, expect, it } from 'vitest';
import type { PlantController, ReportedPrinter } from '#contract/plant/plant-controller.ts';
import { boardSites, countStandings } from '#renderer/plant/lines/plant-board.ts';

const NOW = '2026-11-21T14:03:00.000Z';

function printer(name: string, changes: Partial<ReportedPrinter> = {}): ReportedPrinter {
  return { name, state: 'STARTED', errors: [], label: 'Food case', printed: 10, unknown: 0, ...changes };
}

function withoutJob(name: string): ReportedPrinter {
  return { name, state: 'STARTED', errors: [], printed: 0, unknown: 0 };
}

interface Place {
  site?: string;
  line?: string;
  isConnected?: boolean;
  printers?: ReportedPrinter[];
}

function controller(id: string, { site = '', line = '', isConnected = true, printers = [] }: Place = {}): PlantController {
  const report = {
    ...{ name: `PC ${id}`, site, line, tags: ['food'], version: '1.0.0', waitingPrints: 0, printers },
    clock: { now: NOW, isTrusted: true },
  };
  return { id, firstSeen: NOW, lastSeen: NOW, isConnected, report };
}

const ALL = { text: '', standing: '' } as const;

/** What is shown, as site / line / controller: printers. */
function shown(controllers: readonly PlantController[], filter: Parameters<typeof boardSites>[1] = ALL): string[] {
  return boardSites(controllers, filter).flatMap((site) =>
    site.lines.flatMap((line) =>
      line.controllers.map(
        ({ controller: { id }, printers }) => `${site.name}/${line.name}/${id}: ${printers.map(({ name }) => name).join()}`,
      ),
    ),
  );
}

describe('the lines of a plant', () => {
  it('are in the order of their sites and lines, numbers by their value, those without a name last', () => {
    const lines = [
      controller('d'),
      controller('c', { site: 'Olten', line: 'Line 1' }),
      controller('b', { site: 'Bern', line: 'Line 10' }),
      controller('e', { site: 'Bern' }),
      controller('a', { site: 'Bern', line: 'Line 2' }),
    ];
    expect(shown(lines)).toEqual(['Bern/Line 2/a: ', 'Bern/Line 10/b: ', 'Bern//e: ', 'Olten/Line 1/c: ', '//d: ']);
  });

  it('show a controller that has not reported yet, without a line', () => {
    expect(shown([{ id: 'new', firstSeen: NOW, lastSeen: NOW, isConnected: false }])).toEqual(['//new: ']);
  });

  it('show two controllers of one line together, by their names', () => {
    const one = { site: 'Bern', line: 'Line 1' };
    expect(shown([controller('b', one), controller('a', one)])).toEqual(['Bern/Line 1/a: ', 'Bern/Line 1/b: ']);
  });
});

describe('the standings of printers', () => {
  const printers = [
    printer('prints'),
    withoutJob('ready'),
    printer('stopped', { state: 'STANDBY' }),
    printer('error', { state: 'ERROR', errors: ['Ink empty'] }),
    printer('warning', { errors: ['Ink low'] }),
    printer('unknown', { unknown: 2 }),
    printer('newer', { state: 'DANCING' }),
  ];

  it('count each printer once, whatever its state', () => {
    expect(countStandings([controller('a', { printers })])).toEqual({
      error: 1,
      attention: 3,
      disconnected: 0,
      printing: 1,
      ready: 1,
      stopped: 1,
    });
  });

  it('of a controller that does not report are not those that it reported last', () => {
    expect(countStandings([controller('a', { printers, isConnected: false })])).toMatchObject({ disconnected: 7, error: 0, printing: 0 });
  });

  it('limit the lines to their printers', () => {
    const lines = [controller('a', { printers }), controller('b', { printers: [printer('prints too')] }), controller('c')];
    expect([shown(lines, { text: '', standing: 'printing' }), shown(lines, { text: '', standing: 'error' })]).toEqual([
      ['//a: prints', '//b: prints too'],
      ['//a: error'],
    ]);
  });

  it('that are not connected include controllers without printers', () => {
    expect(shown([controller('a', { isConnected: false }), controller('b')], { text: '', standing: 'disconnected' })).toEqual(['//a: ']);
  });
});

describe('the words of the filter', () => {
  const lines = [
    controller('a', { site: 'Bern', line: 'Filling 1', printers: [printer('Case left'), printer('Case right', { label: 'Pallet' })] }),
    controller('b', { site: 'Olten', line: 'Filling 2', printers: [printer('Case left')] }),
  ];

  it.each([
    ['bern', ['Bern/Filling 1/a: Case left,Case right']],
    ['FILLING left', ['Bern/Filling 1/a: Case left', 'Olten/Filling 2/b: Case left']],
    ['pallet', ['Bern/Filling 1/a: Case right']],
    ['pc filling 2', ['Olten/Filling 2/b: Case left']],
    ['food olten', ['Olten/Filling 2/b: Case left']],
    ['bern olten', []],
  ])('"%s" are all found among the names of a printer and its controller', (text, expected) => {
    expect(shown(lines, { text, standing: '' })).toEqual(expected);
  });
});
