import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useLabelsStore } from '#renderer/stores/labels.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

afterEach(() => {
  rig.end();
});

const OTHER = { ...CONNECTION, id: 'c2', name: 'Line 2', embedded: false };

describe('the labels of the chosen connection', () => {
  it('are read again when another connection is chosen', async () => {
    rig = await openPageRig({ labels: { list: async ({ connection }) => [{ name: `Label of ${connection}`, summary: {} }] } }, [
      CONNECTION,
      OTHER,
    ]);
    const labels = rig.run(useLabelsStore);
    await flushPromises();
    expect(labels.items?.map(({ name }) => name)).toEqual(['Label of c1']);

    rig.run(useConnectionsStore).choose('c2');
    await flushPromises();
    expect(labels.items?.map(({ name }) => name)).toEqual(['Label of c2']);
  });

  it('are in natural order', async () => {
    const list = async () => ['Batch 1', 'Batch 10', 'Batch 2', 'batch 3', 'Übersee', 'Zoo'].map((name) => ({ name, summary: {} }));
    rig = await openPageRig({ labels: { list } });
    const labels = rig.run(useLabelsStore);
    await flushPromises();
    expect(labels.items?.map(({ name }) => name)).toEqual(['Batch 1', 'Batch 2', 'batch 3', 'Batch 10', 'Übersee', 'Zoo']);
  });

  it('are never shown for another connection', async () => {
    const list = ({ connection }: { connection: string }) =>
      connection === 'c1' ? Promise.resolve([{ name: 'Old', summary: {} }]) : new Promise<never>(() => undefined);
    rig = await openPageRig({ labels: { list } }, [CONNECTION, OTHER]);
    const labels = rig.run(useLabelsStore);
    await flushPromises();

    rig.run(useConnectionsStore).choose('c2');
    await flushPromises();
    expect(labels.items).toBeUndefined();
  });

  it('ignore the answer of a superseded read', async () => {
    const answers: ((names: string[]) => void)[] = [];
    const list = () =>
      new Promise<{ name: string; summary: object }[]>((resolve) => {
        answers.push((names) => resolve(names.map((name) => ({ name, summary: {} }))));
      });
    rig = await openPageRig({ labels: { list } });
    const labels = rig.run(useLabelsStore);
    await flushPromises();
    void labels.reload();
    await flushPromises();

    answers[1]?.(['new']);
    await flushPromises();
    answers[0]?.(['old']);
    await flushPromises();
    expect(labels.items?.map(({ name }) => name)).toEqual(['new']);
  });
});
