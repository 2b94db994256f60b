import type { VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import SelectPanel from '#renderer/panels/job/SelectPanel.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const summary = { width: 80, height: 20, revision: 1 };
const LABELS = [
  { name: 'Food case', summary: { ...summary, columns: ['GTIN', 'Name'] } },
  { name: 'Plain text', summary: { ...summary, columns: [] } },
];
let rig: PageRig;
let panel: VueWrapper;

beforeEach(async () => {
  rig = await openPageRig({
    labels: { list: async () => LABELS },
    tables: { list: async () => [] },
    variables: { prompts: async () => [] },
  });
  panel = rig.mount(SelectPanel, { connection: 'c1', printer: 'Line 1' });
  await untilHolds(() => expect(panel.findAll('input[type=radio]').length).toBeGreaterThan(1));
});

afterEach(() => rig.end());

const button = () => panel.findAll('button').find((candidate) => candidate.text() === 'Load job')!;

/** What a screen reader says after the name of the button. */
function explanation(): string {
  return document.getElementById(button().attributes('aria-describedby') ?? '')?.textContent ?? '';
}

async function choose(label: string): Promise<void> {
  await panel.get(`input[aria-label="${label}"]`).setValue();
}

describe('the button that loads a job', () => {
  it('says that no label is chosen', () => {
    expect([button().attributes('disabled'), explanation()]).toEqual(['', 'Choose a label.']);
  });

  it('says that the label needs a row, and which columns it prints', async () => {
    await choose('Food case');
    const sentence = 'Choose a table row: the label prints the columns GTIN, Name.';
    expect([button().attributes('disabled'), explanation()]).toEqual(['', sentence]);
  });

  it('loads a label that needs no row', async () => {
    await choose('Plain text');
    expect(button().attributes('disabled')).toBeUndefined();
  });
});
