import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LabelProof, LabelProofs } from '#contract/api-v3/label-proof.ts';
import { ProblemError } from '#contract/problem.ts';
import ProofNotice from '#renderer/panels/label-proof/ProofNotice.vue';
import ProofsPanel from '#renderer/panels/label-proof/ProofsPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const proof = (labelName: string, more: Partial<LabelProof> = {}): LabelProof => ({
  ...{ labelName, revision: 1, outcome: 'changed', isChanged: true, detail: null, isFontReplaced: false },
  ...{ versionBefore: '0.1.0', version: '0.2.0', moment: '2026-11-21T11:00:00.000Z', accepted: null, ...more },
});

let rig: PageRig;
let proofs: LabelProof[];
let waiting: number;
let accepted: unknown[];
let answer: () => LabelProofs;
let refusal: ProblemError | undefined;

beforeEach(async () => {
  proofs = [proof('Case'), proof('Crate', { outcome: 'test-failed', isChanged: false, detail: 'Text shows "two"', isFontReplaced: true })];
  waiting = 0;
  accepted = [];
  refusal = undefined;
  answer = () => ({ version: '0.2.0', waiting, drawn: 120 - waiting, open: proofs.length, proofs });
  rig = await openPageRig({
    labelProofs: {
      open: async () => answer(),
      accept: async ({ proofs: given }) => {
        if (refusal) throw refusal;
        accepted.push(given);
        proofs = proofs.filter(({ labelName }) => !given.some((one) => one.labelName === labelName));
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
  const panel = rig.mount(ProofsPanel, { connection: CONNECTION.id });
  await flushPromises();
  return panel;
}

async function openNotice(hasExtensions = true) {
  const notice = rig.mount(ProofNotice, { connection: CONNECTION.id, hasExtensions });
  await flushPromises();
  return notice;
}

describe('the notice above the labels', () => {
  it('says how many are not as before, after which update, and leads to them', async () => {
    const notice = await openNotice();
    expect(notice.text()).toContain('After the update to 0.2.0, 2 of 120 labels are not as before');
    expect(notice.find('a').attributes('href')).toBe('/label-proofs');
  });

  it('says nothing while all are as before, and where a controller does not tell', async () => {
    proofs = [];
    expect((await openNotice()).text()).toBe('');
    answer = () => {
      throw new ProblemError('not-found', { detail: 'There is no such path.' });
    };
    expect((await openNotice()).text()).toBe('');
  });

  it("asks nothing of a controller that is not Strobe's", async () => {
    answer = vi.fn();
    expect((await openNotice(false)).text()).toBe('');
    expect(answer).not.toHaveBeenCalled();
  });

  it('looks again while labels are still being drawn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    waiting = 40;
    const notice = await openNotice();
    expect(notice.text()).toContain('2 of 80 labels');
    waiting = 0;
    await vi.advanceTimersByTimeAsync(2_000);
    await flushPromises();
    expect(notice.text()).toContain('2 of 120 labels');
  });
});

describe('the labels that an update changed', () => {
  it('stand with what came of them, and a picture only where their dots are others', async () => {
    const panel = await openPanel();
    const [first, second] = panel.findAll('article');
    expect(first!.text()).toContain('Drawn differently');
    expect(first!.find('.picture').exists()).toBe(true);
    expect(second!.text()).toContain('A test fails');
    expect(second!.text()).toContain('Text shows "two"');
    expect(second!.text()).toContain('A font of this label was replaced');
    expect(second!.find('.picture').exists()).toBe(false);
  });

  it('are accepted one by one, as they were shown', async () => {
    const panel = await openPanel();
    await panel.find('article button').trigger('click');
    await flushPromises();
    expect(accepted).toEqual([[{ labelName: 'Case', moment: '2026-11-21T11:00:00.000Z' }]]);
    expect(panel.findAll('article').map((card) => card.find('h2').text())).toEqual(['Crate']);
  });

  it('are accepted all at once, but none that is not shown', async () => {
    const panel = await openPanel();
    proofs = [...proofs, proof('Pallet')];
    await panel
      .findAll('button')
      .find((button) => button.text() === 'Accept all 2')!
      .trigger('click');
    await flushPromises();
    expect(panel.findAll('article').map((card) => card.find('h2').text())).toEqual(['Pallet']);
  });

  it('are shown anew where one was drawn once more since, with the reason why nothing was accepted', async () => {
    const panel = await openPanel();
    refusal = new ProblemError('changed-meanwhile', { detail: 'It was drawn once more.' });
    proofs = [proof('Case', { version: '0.3.0' })];
    await panel.find('article button').trigger('click');
    await flushPromises();
    expect(panel.text()).toContain('It was drawn once more.');
    expect(panel.findAll('article').map((card) => card.text())).toEqual([expect.stringContaining('0.3.0')]);
  });

  it('are none where all are as before, which is said once the controller has drawn them all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    proofs = [];
    waiting = 3;
    const panel = await openPanel();
    expect(panel.text()).toBe('Every label is drawn again in the background: 3 are left');
    expect(panel.find('[role=progressbar]').attributes('aria-valuenow')).toBe('117');
    waiting = 0;
    await vi.advanceTimersByTimeAsync(2_000);
    await flushPromises();
    expect(panel.text()).toContain('Nothing is left to be looked at');
  });
});
