import { describe, expect, it } from 'vitest';
import type { LineStop } from '#contract/api-v3/controller-line.ts';
import type { NewEvent } from '#controller/events/events.ts';
import { ELSEWHERE, GuardedLine, missed, P1, P2, result, settled } from './guarded-line.ts';

const SECOND = 1_000;
const GUARD: LineStop = { rule: 'external-stop', since: '2026-11-28T08:00:00.000Z', detail: 'The guard is open.', input: 'Guard' };

let world: GuardedLine;

/** Starts the rules of a line. */
function start(settings: object): void {
  world = new GuardedLine(settings);
  world.rules.start();
}

const tell = (...all: NewEvent[]) => all.forEach((event) => world.events.publish(event));
/** Lets so many looks at the printers happen, each with its answers. */
async function look(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    world.clock.advance(SECOND);
    await new Promise(setImmediate);
  }
}

describe('the guard rules', () => {
  describe('products without a print', () => {
    it('stop the line at their limit, with their number and the last reason', () => {
      start({ rules: { productsWithoutPrint: 3 } });
      tell(missed(), missed());
      expect(world.causes).toEqual([]);
      tell(missed({ reason: 'There is no ink.' }));
      expect(world.causes).toEqual([
        {
          ...{ rule: 'products-without-print', printer: P1, count: 3 },
          detail: '3 products in a row passed "Printer 1" without a print: There is no ink.',
        },
      ]);
    });

    it('are counted by their number, and for each printer', () => {
      start({ rules: { productsWithoutPrint: 3 } });
      tell(missed({ products: 2 }), missed({ printer: P2, products: 2 }));
      expect(world.causes).toEqual([]);
      tell(missed({ printer: P2 }));
      expect(world.causes).toMatchObject([{ printer: P2, count: 3 }]);
    });

    it.each(['printed', 'handed-over'] as const)('are no longer in a row after a print that is %s', (state) => {
      start({ rules: { productsWithoutPrint: 2 } });
      tell(missed(), settled(state), missed());
      expect(world.causes).toEqual([]);
      tell(missed());
      expect(world.causes).toMatchObject([{ count: 2 }]);
    });

    it('are still in a row after a print that is void or of another printer', () => {
      start({ rules: { productsWithoutPrint: 2 } });
      tell(missed(), settled('void'), settled('printed', P2), missed());
      expect(world.causes).toMatchObject([{ count: 2 }]);
    });

    it('do not stop the line without a job, without a limit, on a printer of no line and on a stopped printer', () => {
      start({ rules: { productsWithoutPrint: 1 } });
      tell(missed({ isIdle: true }), missed({ printer: ELSEWHERE }));
      world.stopped.add(P1);
      tell(missed());
      expect(world.causes).toEqual([]);
      expect(world.rules.stateOf('Filling', world.line).standings).toMatchObject([{ count: 0 }, { count: 0 }]);
      world.stopped.clear();
      world.line = { ...world.line, rules: { ...world.line.rules, productsWithoutPrint: null } };
      tell(missed());
      expect(world.causes).toEqual([]);
    });

    it('are counted when a reader sees one that no detector saw', () => {
      start({ rules: { productsWithoutPrint: 2 } });
      tell(missed(), result('unmatched', { isBlank: true }), result('unmatched'), result('misread'));
      expect(world.causes).toEqual([]);
      tell(result('unmatched', { isBlank: true }));
      expect(world.causes).toEqual([
        {
          ...{ rule: 'products-without-print', printer: P1, count: 2 },
          detail: '2 products in a row passed "Printer 1" without a print: the reader saw a product without a code.',
        },
      ]);
    });
  });

  describe('one product without a print', () => {
    it('stops the line once when the reader sees it too', () => {
      start({ rules: { productsWithoutPrint: 1 } });
      tell(missed(), result('unmatched', { isBlank: true }));
      expect(world.causes).toHaveLength(1);
    });

    it('is world.rejected as often as there are products, where an output does that, and does not stop the line', () => {
      start({});
      world.outputs = new Set(['reject', 'line-stopped']);
      tell(missed({ products: 3 }));
      expect([world.rejected, world.causes]).toEqual([[P1, P1, P1], []]);
    });

    it('stops the line at once where only that has an output', () => {
      start({ rules: { productsWithoutPrint: 5 } });
      world.outputs = new Set(['line-stopped']);
      tell(missed());
      expect(world.rejected).toEqual([]);
      expect(world.causes).toEqual([
        {
          ...{ rule: 'products-without-print', printer: P1, count: 1 },
          detail: 'A product passed "Printer 1" without a print: The cover is open.',
        },
      ]);
    });

    it('does neither without an output for its printer', () => {
      start({});
      world.outputs = new Set(['reject', 'line-stopped']);
      tell(missed({ printer: P2 }));
      expect([world.rejected, world.causes]).toEqual([[], []]);
    });

    it.each([
      ['reject', [P1], 0],
      ['stop', [], 1],
      ['ignore', [], 0],
    ] as const)('is handled as the line says, whatever outputs there are: %s', (unprintedProduct, rejects, stops) => {
      start({ unprintedProduct });
      world.outputs = new Set(['reject', 'line-stopped']);
      tell(missed());
      expect([world.rejected, world.causes.length]).toEqual([rejects, stops]);
    });

    it('is world.rejected on a printer of no line, and on a stopped one', () => {
      start({ printers: [P2] });
      world.outputs = new Set(['reject']);
      world.stopped.add(P1);
      tell(missed());
      expect(world.rejected).toEqual([P1]);
    });
  });

  describe('an unknown print', () => {
    it('stops the line', () => {
      start({ rules: { unknownPrint: true } });
      tell(settled('unknown'));
      const detail = 'It is unknown whether print 7 of "Printer 1" was made.';
      expect(world.causes).toEqual([{ rule: 'unknown-print', printer: P1, print: 7, detail }]);
    });

    it('does not stop the line where the rule is off or the printer is of no line, and no other outcome does', () => {
      start({ rules: { unknownPrint: true } });
      tell(settled('printed'), settled('void'), settled('handed-over'), settled('unknown', ELSEWHERE));
      world.line = { ...world.line, rules: { ...world.line.rules, unknownPrint: false } };
      tell(settled('unknown'));
      expect(world.causes).toEqual([]);
    });
  });

  describe('failed reads', () => {
    it('stop the line at their limit, with the last result and its print', () => {
      start({ rules: { failedReads: 2 } });
      tell(result('misread', { id: 1 }));
      expect(world.causes).toEqual([]);
      tell(result('not-read', { id: 2 }));
      expect(world.causes).toEqual([
        {
          ...{ rule: 'failed-reads', printer: P1, count: 2, print: 2 },
          detail: '2 products in a row of "Printer 1" could not be verified. The last result: not-read.',
        },
      ]);
    });

    it('stop the line at the first one', () => {
      start({ rules: { failedReads: 1 } });
      tell(result('mismatch'));
      expect(world.causes).toEqual([
        {
          ...{ rule: 'failed-reads', printer: P1, count: 1 },
          detail: 'A product of "Printer 1" could not be verified. The last result: mismatch.',
        },
      ]);
    });

    it('are no longer in a row after a verified one; a result of no print counts for nothing', () => {
      start({ rules: { failedReads: 2 } });
      tell(result('misread'), result('verified'), result('misread'), result('unmatched'), result('unmatched', { isBlank: true }));
      expect(world.causes).toEqual([]);
      tell(result('misread'));
      expect(world.causes).toMatchObject([{ count: 2 }]);
    });

    it('do not stop the line without a limit, on a printer of no line and on a stopped printer', () => {
      start({ rules: { failedReads: 1 } });
      tell(result('misread', { printer: ELSEWHERE }));
      world.stopped.add(P1);
      tell(result('misread'));
      expect(world.causes).toEqual([]);
      expect(world.rules.stateOf('Filling', world.line).standings).toMatchObject([{ count: 0 }, { count: 0 }]);
      world.stopped.clear();
      world.line = { ...world.line, rules: { ...world.line.rules, failedReads: null } };
      tell(result('misread'));
      expect(world.causes).toEqual([]);
    });
  });

  describe('a wrong first print', () => {
    const checked = (printer = P1): NewEvent => ({ type: 'first-print:checked', printer });

    it('stops the line', async () => {
      start({ rules: { firstPrintWrong: true } });
      world.wrongFirstPrint = async () => 'The first print was found wrong.';
      tell(checked());
      await look(1);
      expect(world.causes).toEqual([{ rule: 'first-print-wrong', printer: P1, detail: 'The first print was found wrong.' }]);
    });

    it('does not stop the line when it is right, where the rule is off and on a printer of no line', async () => {
      start({ rules: { firstPrintWrong: true } });
      tell(checked());
      world.wrongFirstPrint = async () => 'The first print was found wrong.';
      tell(checked(ELSEWHERE));
      world.line = { ...world.line, rules: { ...world.line.rules, firstPrintWrong: false } };
      tell(checked());
      await look(1);
      expect(world.causes).toEqual([]);
    });

    it('that cannot be looked up is reported', async () => {
      start({ rules: { firstPrintWrong: true } });
      const failure = new Error('the disk fails');
      world.wrongFirstPrint = () => Promise.reject(failure);
      tell(checked());
      await look(1);
      expect(world.errors).toEqual([failure]);
    });
  });

  describe('a count that differs', () => {
    it('stops the line at the next look', async () => {
      start({ rules: { countDiffers: true } });
      await look(1);
      expect(world.causes).toEqual([]);
      world.countFault = 'the device has counted 3 more.';
      await look(1);
      expect(world.causes).toEqual([{ rule: 'count-differs', printer: P2, detail: '"Printer 2": the device has counted 3 more.' }]);
    });

    it('does not stop the line where the rule is off', async () => {
      start({});
      world.countFault = 'the device has counted 3 more.';
      await look(2);
      expect(world.causes).toEqual([]);
    });
  });

  describe('stale data', () => {
    it('stop the line after their seconds', async () => {
      start({ rules: { staleData: 3 } });
      world.stale.add(P2);
      await look(2);
      expect(world.causes).toEqual([]);
      await look(1);
      expect(world.causes).toEqual([
        {
          ...{ rule: 'stale-data', printer: P2, count: 3 },
          detail: '"Printer 2" has a job and could not print for 3 seconds.',
        },
      ]);
    });

    it('begin at zero when the printer could print meanwhile, or the line was stopped', async () => {
      start({ rules: { staleData: 3 } });
      world.stale.add(P1);
      await look(2);
      world.stale.clear();
      await look(1);
      world.stale.add(P1);
      await look(2);
      world.stopped.add(P1);
      await look(1);
      world.stopped.clear();
      await look(2);
      expect(world.causes).toEqual([]);
      await look(1);
      expect(world.causes).toMatchObject([{ printer: P1, count: 3 }]);
    });

    it('do not stop the line without a limit, and no more after the end of the rules', async () => {
      start({ rules: { productsWithoutPrint: 1 } });
      world.stale.add(P1);
      await look(5);
      world.line = { ...world.line, rules: { ...world.line.rules, staleData: 1 } };
      world.rules.stop();
      await look(5);
      tell(missed(), missed());
      expect([world.causes, world.clock.pending]).toEqual([[], 0]);
    });
  });

  describe('the state of a line', () => {
    it('has what stops it, and how far its printers are from the limits', () => {
      start({ rules: { productsWithoutPrint: 3, failedReads: 2, staleData: 30 } });
      tell(missed(), missed(), result('misread'));
      const count = { 'products-without-print': 2, 'failed-reads': 1, 'stale-data': 0 };
      const limit = { 'products-without-print': 3, 'failed-reads': 2, 'stale-data': 30 };
      const standing = (printer: string, of: Partial<typeof count>) =>
        (Object.keys(limit) as (keyof typeof limit)[]).map((rule) => ({ rule, printer, count: of[rule] ?? 0, limit: limit[rule] }));
      const standings = [...standing(P1, count), ...standing(P2, {})];
      expect(world.rules.stateOf('Filling', world.line)).toEqual({ isStopped: false, stops: [], standings });
      world.external = [GUARD];
      expect(world.rules.stateOf('Filling', world.line)).toEqual({ isStopped: true, stops: [GUARD], standings });
      tell(settled('printed'), result('misread'));
      expect(world.rules.stateOf('Filling', world.line)).toMatchObject({ isStopped: true, stops: [{ rule: 'failed-reads' }, GUARD] });
    });

    it('is that of before the first product when a person has resumed it, for all of its printers', async () => {
      start({ rules: { productsWithoutPrint: 3, failedReads: 3, staleData: 3 } });
      tell(missed(), missed({ printer: P2 }), result('misread'));
      world.stale.add(P1);
      await look(1);
      const counts = () => world.rules.stateOf('Filling', world.line).standings.map(({ count }) => count);
      expect(counts()).toEqual([1, 1, 1, 1, 0, 0]);
      world.rules.reset(world.line);
      expect(counts()).toEqual([0, 0, 0, 0, 0, 0]);
    });

    it('knows nothing of the events before the start', () => {
      world = new GuardedLine({ rules: { productsWithoutPrint: 1 } });
      tell(missed(), missed());
      world.rules.start();
      tell(settled('printed'));
      expect(world.causes).toEqual([]);
    });
  });
});
