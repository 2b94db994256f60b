import { describe, expect, it } from 'vitest';
import { ProblemError, type ProblemSlug } from '#contract/problem.ts';
import { ExitGuard } from '#shell/exit-guard.ts';
import { shellTexts } from '#shell/shell-texts.ts';

const TEXTS = shellTexts(['en-GB']);

function guard({ refusal, printers = 0, button = 0 }: { refusal?: ProblemSlug | Error; printers?: number; button?: number } = {}) {
  const asked: string[] = [];
  const shown: string[] = [];
  const faults: unknown[] = [];
  const exit = new ExitGuard({
    station: {
      permit: (action) => {
        asked.push(action);
        if (refusal === undefined) return Promise.resolve();
        return Promise.reject(refusal instanceof Error ? refusal : new ProblemError(refusal));
      },
    },
    state: () => ({ printersWithJob: 3, ownPrintersWithJob: printers, alarms: 0 }),
    texts: TEXTS,
    show: ({ title, detail = '', buttons }) => {
      shown.push([title, detail, ...buttons].join('|'));
      return Promise.resolve(button);
    },
    report: (error) => faults.push(error),
  });
  return { exit, asked, shown, faults };
}

describe('the end of the app', () => {
  it('needs no question when it stops no printer of this computer', async () => {
    const { exit, asked, shown } = guard();
    expect([await exit.mayQuit(), asked, shown]).toEqual([true, ['quit'], []]);
  });

  it.each([
    [0, true],
    [1, false],
  ])('is confirmed when it stops printers; button %i', async (button, mayQuit) => {
    const { exit, shown } = guard({ printers: 2, button });
    const question = 'Quit Strobe?|The controller of this computer stops, and with it the printers that have a job: 2|Quit Strobe|Cancel';
    expect([await exit.mayQuit(), shown]).toEqual([mayQuit, [question]]);
  });

  it.each([
    ['person-required', TEXTS.signInFirst],
    ['screen-locked', TEXTS.signInFirst],
    ['not-permitted', TEXTS.notPermitted],
  ] as const)('is refused with the reason: %s', async (slug, reason) => {
    const { exit, shown, faults } = guard({ refusal: slug, printers: 2 });
    expect([await exit.mayQuit(), shown, faults]).toEqual([false, [`${reason}||OK`], []]);
  });

  it('is refused and logged when the permission cannot be checked', async () => {
    const { exit, faults } = guard({ refusal: new Error('disk') });
    expect([await exit.mayQuit(), faults]).toEqual([false, [new Error('disk')]]);
  });

  it('is asked for once at a time, and can be asked for again', async () => {
    const { exit, asked } = guard({ printers: 1, button: 1 });
    expect(await Promise.all([exit.mayQuit(), exit.mayQuit(), exit.mayLeaveKiosk()])).toEqual([false, false, false]);
    await exit.mayQuit();
    expect(asked).toEqual(['quit', 'quit']);
  });
});

describe('the way out of a kiosk', () => {
  it('is confirmed', async () => {
    const { exit, asked, shown } = guard();
    expect([await exit.mayLeaveKiosk(), asked, shown]).toEqual([true, ['leaveKiosk'], ['Leave kiosk mode?||Leave kiosk mode|Cancel']]);
    expect(await guard({ button: 1 }).exit.mayLeaveKiosk()).toBe(false);
    expect(await guard({ refusal: 'not-permitted' }).exit.mayLeaveKiosk()).toBe(false);
  });
});
