import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, nextTick, ref, shallowRef, type EffectScope } from 'vue';
import { useAtWork, useSteady } from '#renderer/panels/monitor/use-steady.ts';

let scope: EffectScope;
beforeEach(() => {
  vi.useFakeTimers();
  scope = effectScope();
  document.body.innerHTML = '<div id="board"><button>Open</button></div><input />';
});
afterEach(() => {
  scope.stop();
  vi.useRealTimers();
});

describe('the order of the board', () => {
  it('changes at once, but not while it is held', async () => {
    const [wanted, isHeld] = [ref('a b'), ref(false)];
    const shown = scope.run(() =>
      useSteady(
        () => wanted.value,
        () => isHeld.value,
      ),
    )!;
    const seen: string[] = [];
    for (const [order, held] of [
      ['b a', false],
      ['a b', true],
      ['a b', false],
    ] as const) {
      [wanted.value, isHeld.value] = [order, held];
      await nextTick();
      seen.push(shown.value);
    }
    expect(seen).toEqual(['b a', 'b a', 'a b']);
  });

  it('changes while it is held if a person asks for something else', async () => {
    const [wanted, request] = [ref('a b'), ref('')];
    const shown = scope.run(() =>
      useSteady(
        () => wanted.value,
        () => true,
        () => request.value,
      ),
    )!;
    [wanted.value, request.value] = ['b', 'search'];
    await nextTick();
    expect(shown.value).toBe('b');
  });
});

describe('a person is at work on the board', () => {
  async function watchBoard() {
    const board = document.querySelector<HTMLElement>('#board')!;
    const isAtWork = scope.run(() => useAtWork(shallowRef(board)))!;
    await nextTick();
    return { board, isAtWork };
  }

  it('while the pointer is over it, unless it was left there', async () => {
    const { board, isAtWork } = await watchBoard();
    const seen = [isAtWork.value];
    const note = (type: string): void => {
      board.dispatchEvent(new Event(type));
      seen.push(isAtWork.value);
    };
    for (const type of ['pointerenter', 'pointerleave', 'pointermove']) note(type);
    vi.advanceTimersByTime(31_000);
    seen.push(isAtWork.value);
    note('pointermove');
    expect(seen).toEqual([false, true, false, true, false, true]);
  });

  it('while the focus is in it', async () => {
    const { board, isAtWork } = await watchBoard();
    board.querySelector('button')?.focus();
    const seen = [isAtWork.value];
    document.querySelector('input')?.focus();
    vi.advanceTimersByTime(1);
    seen.push(isAtWork.value);
    expect(seen).toEqual([true, false]);
  });
});
