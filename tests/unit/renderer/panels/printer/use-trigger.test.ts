import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTick, ref } from 'vue';
import { ProblemError } from '#contract/problem.ts';
import { useTrigger } from '#renderer/panels/printer/use-trigger.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const keys: string[] = [];
let rig: PageRig;
let answer: () => Promise<{ result: 'printing' | 'bounced' }>;

beforeEach(async () => {
  keys.length = 0;
  answer = async () => ({ result: 'printing' });
  rig = await openPageRig({
    printing: {
      trigger: ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return answer();
      },
    },
  });
});

afterEach(() => rig.end());

function openTrigger(printed: number | undefined = 7) {
  const count = ref<number | undefined>(printed);
  const trigger = rig.run(() =>
    useTrigger(
      () => ({ connection: 'c1', printer: 'Line 1' }),
      () => count.value,
    ),
  );
  return { count, ...trigger };
}

describe('a trigger', () => {
  it('H17 is sent, then accepted, then printed when the printer has counted it', async () => {
    const { trigger, step, count } = openTrigger();
    const sending = trigger();
    expect(step.value).toBe('sent');
    await sending;
    expect(step.value).toBe('accepted');
    count.value = 8;
    await nextTick();
    expect(step.value).toBe('printed');
  });

  it('waits for its own print when another one is not complete', async () => {
    const { trigger, step, count } = openTrigger();
    await trigger();
    await trigger();
    count.value = 8;
    await nextTick();
    expect(step.value).toBe('accepted');
    count.value = 9;
    await nextTick();
    expect(step.value).toBe('printed');
  });

  it('reports a bounce', async () => {
    answer = async () => ({ result: 'bounced' });
    const { trigger, step } = openTrigger();
    await trigger();
    expect(step.value).toBe('bounced');
  });

  it('H17 is executed once when it is tapped twice', async () => {
    const { trigger } = openTrigger();
    await Promise.all([trigger(), trigger()]);
    expect(keys).toHaveLength(1);
  });

  it('has a new idempotency key each time', async () => {
    const { trigger } = openTrigger();
    await trigger();
    await trigger();
    expect(new Set(keys).size).toBe(2);
  });

  it('shows the problem in place of the steps', async () => {
    answer = async () => {
      throw new ProblemError('printer-cannot-print', { detail: '"Line 1" cannot print now.' });
    };
    const { trigger, step, problem } = openTrigger();
    await trigger();
    expect(step.value).toBeUndefined();
    expect(problem.value?.detail).toBe('"Line 1" cannot print now.');
  });
});
