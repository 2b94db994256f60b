import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LabelComparison, LabelAcceptance } from '#contract/api-v3/label-acceptance.ts';
import { ProblemError } from '#contract/problem.ts';
import AcceptanceNotice from '#renderer/panels/label-acceptance/AcceptanceNotice.vue';
import AcceptancePanel from '#renderer/panels/label-acceptance/AcceptancePanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const comparison = (labelName: string, more: Partial<LabelComparison> = {}): LabelComparison => ({
  ...{ labelName, revision: 1, outcome: 'changed', isChanged: true, detail: null, isFontReplaced: false },
  ...{ versionBefore: '0.1.0', version: '0.2.0', moment: '2026-11-21T11:00:00.000Z', accepted: null, ...more },
});

let rig: PageRig;
let comparisons: LabelComparison[];
let waiting: number;
let accepted: unknown[];
let answer: () => LabelAcceptance;
let refusal: ProblemError | undefined;

beforeEach(async () => {
  comparisons = [
    comparison('Case'),
    comparison('Crate', { outcome: 'test-failed', isChanged: false, detail: 'Text shows "two"', isFontReplaced: true }),
  ];
  waiting = 0;
  accepted = [];
  refusal = undefined;
  answer = () => ({ version: '0.2.0', waiting, drawn: 120 - waiting, open: comparisons.length, comparisons });
  rig = await openPageRig({
    labelAcceptance: {
      open: async () => answer(),
      accept: async ({ comparisons: given }) => {
        if (refusal) throw refusal;
        accepted.push(given);
        comparisons = comparisons.filter(({ labelName }) => !given.some((one) => one.labelName === labelName));
        return {};
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  rig.end();
});

async function openPanel() {
  const panel = rig.mount(AcceptancePanel, { connection: CONNECTION.id });
  await flushPromises();
  return panel;
}

async function openNotice(hasExtensions = true) {
  const notice = rig.mount(AcceptanceNotice, { connection: CONNECTION.id, hasExtensions });
  await flushPromises();
  return notice;
}

describe('the notice above the labels', () => {
  it('shows the number of changed labels and the update, and links to them', async () => {
    const notice = await openNotice();
    expect(notice.text()).toContain('Update to 0.2.0: 2 labels of 120 differ from their accepted pictures');
    expect(notice.find('a').attributes('href')).toBe('/label-acceptance');
  });

  it('is hidden while all labels are unchanged, and for a controller that does not compare them', async () => {
    comparisons = [];
    expect((await openNotice()).text()).toBe('');
    answer = () => {
      throw new ProblemError('not-found', { detail: 'There is no such path.' });
    };
    expect((await openNotice()).text()).toBe('');
  });

  it('reads nothing from a controller other than Strobe', async () => {
    answer = vi.fn();
    expect((await openNotice(false)).text()).toBe('');
    expect(answer).not.toHaveBeenCalled();
  });

  it('reads again while labels are being compared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    waiting = 40;
    const notice = await openNotice();
    expect(notice.text()).toContain('2 labels of 80');
    waiting = 0;
    await vi.advanceTimersByTimeAsync(2_000);
    await flushPromises();
    expect(notice.text()).toContain('2 labels of 120');
  });
});

describe('the labels that an update changed', () => {
  it('are listed with their result, and with a picture only if dots differ', async () => {
    const panel = await openPanel();
    const [first, second] = panel.findAll('article');
    expect(first!.text()).toContain('Drawn differently');
    expect(first!.find('.picture').exists()).toBe(true);
    expect(second!.text()).toContain('A test fails');
    expect(second!.text()).toContain('Text shows "two"');
    expect(second!.text()).toContain('A font of this label has been replaced');
    expect(second!.find('.picture').exists()).toBe(false);
  });

  it('are accepted one by one, as shown', async () => {
    const panel = await openPanel();
    await panel.find('article button').trigger('click');
    await flushPromises();
    expect(accepted).toEqual([[{ labelName: 'Case', moment: '2026-11-21T11:00:00.000Z' }]]);
    expect(panel.findAll('article').map((card) => card.find('h2').text())).toEqual(['Crate']);
  });

  it('are accepted together, except those that are not shown', async () => {
    const panel = await openPanel();
    comparisons = [...comparisons, comparison('Pallet')];
    await panel
      .findAll('button')
      .find((button) => button.text() === 'Accept all 2')!
      .trigger('click');
    await flushPromises();
    expect(panel.findAll('article').map((card) => card.find('h2').text())).toEqual(['Pallet']);
  });

  it('are listed again when one was redrawn meanwhile, with the reason why nothing was accepted', async () => {
    const panel = await openPanel();
    refusal = new ProblemError('changed-meanwhile', { detail: 'It was drawn once more.' });
    comparisons = [comparison('Case', { version: '0.3.0' })];
    await panel.find('article button').trigger('click');
    await flushPromises();
    expect(panel.text()).toContain('It was drawn once more.');
    expect(panel.findAll('article').map((card) => card.text())).toEqual([expect.stringContaining('0.3.0')]);
  });

  it('are none if all are unchanged, which is shown once the controller has compared them all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    comparisons = [];
    waiting = 3;
    const panel = await openPanel();
    expect(panel.text()).toBe('All labels are being redrawn in the background: 3 remaining');
    expect(panel.find('[role=progressbar]').attributes('aria-valuenow')).toBe('117');
    waiting = 0;
    await vi.advanceTimersByTimeAsync(2_000);
    await flushPromises();
    expect(panel.text()).toContain('Nothing left to review');
  });
});
