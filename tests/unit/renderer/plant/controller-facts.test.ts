import { describe, expect, it } from 'vitest';
import type { ControllerReport, PlantController } from '#contract/plant/plant-controller.ts';
import { controllerFacts } from '#renderer/plant/lines/controller-facts.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const HOUR = 3_600_000;

function controller(changes: Partial<ControllerReport> = {}, clockAhead = 0): PlantController {
  const report: ControllerReport = {
    ...{ name: 'PC 1', site: '', line: '', tags: [], version: '1.2.3', waitingPrints: 4, printers: [] },
    clock: { now: NOW, isTrusted: true },
    lastBackup: '2026-11-21T08:00:00.000Z',
    freeBytes: 80_000_000_000,
    ...changes,
  };
  return { id: 'a', firstSeen: NOW, lastSeen: NOW, isConnected: true, clockAhead, report };
}

/** The facts that are faults. */
function faults(...given: Parameters<typeof controller>): string[] {
  const { version: _, ...facts } = controllerFacts(controller(...given)) ?? { version: '' };
  return Object.entries(facts).flatMap(([name, { isFault }]) => (isFault ? [name] : []));
}

describe('the facts of a controller', () => {
  it('are those of its report, the age of the backup by its own clock', () => {
    expect(controllerFacts(controller({}, -1_500))).toEqual({
      version: '1.2.3',
      clock: { ahead: -1_500, isTrusted: true, isFault: false },
      backup: { age: 6 * HOUR, isFault: false },
      disk: { free: 80_000_000_000, isFault: false },
      waiting: { count: 4, isFault: false },
    });
  });

  it('are none before its first report', () => {
    expect(controllerFacts({ id: 'a', firstSeen: NOW, lastSeen: NOW, isConnected: false })).toBeUndefined();
  });

  it.each([
    ['a clock that is behind', { changes: {}, ahead: -5_001 }, ['clock']],
    ['a clock that it does not trust', { changes: { clock: { now: NOW, isTrusted: false } }, ahead: 0 }, ['clock']],
    ['a missed backup', { changes: { lastBackup: '2026-11-20T01:59:59.000Z' }, ahead: 0 }, ['backup']],
    ['a disk that is nearly full', { changes: { freeBytes: 1_999_999_999 }, ahead: 0 }, ['disk']],
    ['prints that pile up', { changes: { waitingPrints: 10_001 }, ahead: 0 }, ['waiting']],
  ])('say that %s needs attention', (_what, { changes, ahead }, expected) => {
    expect(faults(changes, ahead)).toEqual(expected);
  });

  it('say that it has no backup, and nothing of a disk that it does not know', () => {
    const { lastBackup: _backup, freeBytes: _free, ...report } = controller().report as ControllerReport;
    const facts = controllerFacts({ ...controller(), report });
    expect([facts?.backup, facts?.disk]).toEqual([
      { age: undefined, isFault: true },
      { free: undefined, isFault: false },
    ]);
  });
});
