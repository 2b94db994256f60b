import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ref } from 'vue';
import { ProblemError } from '#contract/problem.ts';
import { useLoad } from '#renderer/stores/use-load.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

beforeEach(async () => {
  rig = await openPageRig({});
});

afterEach(() => rig.end());

describe('a read', () => {
  it('ignores the answer of a superseded call', async () => {
    const question = ref('old');
    const answers = new Map<string, (value: string) => void>();
    const { value } = rig.run(() => useLoad(() => new Promise<string>((resolve) => answers.set(question.value, resolve)), [question]));
    question.value = 'new';
    await flushPromises();
    answers.get('new')?.('new answer');
    answers.get('old')?.('old answer');
    await flushPromises();
    expect(value.value).toBe('new answer');
  });

  it('keeps the last result while it reads again', async () => {
    const { value, isLoading, reload } = rig.run(() => useLoad(async () => 'answer'));
    await flushPromises();
    void reload();
    expect([value.value, isLoading.value]).toEqual(['answer', true]);
  });

  it('reports why it failed', async () => {
    const { problem } = rig.run(() =>
      useLoad(async () => {
        throw new ProblemError('not-found', { detail: 'There is no label "X".' });
      }),
    );
    await flushPromises();
    expect(problem.value).toMatchObject({ title: 'Not found', detail: 'There is no label "X".' });
  });

  it('reads again when the station is back after a failure', async () => {
    const link = useLinkStore();
    let isAway = true;
    const { value, problem } = rig.run(() =>
      useLoad(async () => {
        if (isAway) throw new ProblemError('station-unreachable');
        return 'answer';
      }),
    );
    await flushPromises();
    isAway = false;
    link.follow({ kind: 'open' });
    await flushPromises();
    expect([value.value, problem.value]).toEqual(['answer', undefined]);
  });

  it('reads again when an unreachable controller is back, also if that happened while the read was failing', async () => {
    const connections = useConnectionsStore();
    connections.apply({ type: 'snapshot', connections: [{ ...CONNECTION, state: 'lost' }] });
    const fails: (() => void)[] = [];
    const { value, problem } = rig.run(() =>
      useLoad(async () => {
        if (connections.current?.state === 'online' && fails.length > 1) return 'answer';
        await new Promise<void>((resolve) => fails.push(resolve));
        throw new ProblemError('controller-unreachable');
      }),
    );
    fails[0]?.();
    await flushPromises();
    expect(problem.value).toBeDefined();

    connections.apply({ type: 'snapshot', connections: [CONNECTION] });
    await flushPromises();
    connections.apply({ type: 'snapshot', connections: [{ ...CONNECTION, state: 'lost' }] });
    connections.apply({ type: 'snapshot', connections: [CONNECTION] });
    fails[1]?.();
    await flushPromises();
    expect([value.value, problem.value]).toEqual(['answer', undefined]);
  });

  it('does not repeat a refused read when the controller is back', async () => {
    const connections = useConnectionsStore();
    connections.apply({ type: 'snapshot', connections: [{ ...CONNECTION, state: 'lost' }] });
    let reads = 0;
    rig.run(() =>
      useLoad(async () => {
        reads += 1;
        throw new ProblemError('not-found');
      }),
    );
    await flushPromises();
    connections.apply({ type: 'snapshot', connections: [CONNECTION] });
    await flushPromises();
    expect(reads).toBe(1);
  });
});
