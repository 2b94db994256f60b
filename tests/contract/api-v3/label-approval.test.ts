import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approvalStateSchema, type ApprovalState } from '#contract/api-v3/approval-state.ts';
import { APPROVAL_TRANSITIONS, approvalDecisionSchema, type ApprovalDecision } from '#contract/api-v3/label-approval.ts';
import { labelSummarySchema } from '#contract/api-v3/label.ts';
import { labelVersionsPageSchema } from '#contract/api-v3/label-version.ts';
import { by, CARTON, labelApprovals, refusal } from '#support/label-approvals.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
  await put('one');
});
afterEach(() => service.close());

const { put, decide, approve } = labelApprovals(() => service);
const versions = async (path = CARTON) => labelVersionsPageSchema.parse((await service.call(`${path}/versions`)).json).versions;

/** The decisions that bring a version into each state. */
const WAYS: Record<ApprovalState, readonly ApprovalDecision[]> = {
  draft: [],
  'in-review': ['submit'],
  approved: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  withdrawn: ['submit', 'approve', 'withdraw'],
};
const CELLS = approvalStateSchema.options.flatMap((state) => approvalDecisionSchema.options.map((decision) => [state, decision] as const));

describe('a decision about a version', () => {
  it.each(CELLS)('in the state %s: %s', async (state, decision) => {
    for (const step of WAYS[state]) await decide(1, step, { who: step === 'submit' ? 'Åsa' : 'Bo' });
    const after = APPROVAL_TRANSITIONS[state][decision];
    const answer = await decide(1, decision, { who: decision === 'submit' ? 'Åsa' : 'Bo' });
    if (after === undefined) expect(answer).toMatchObject(refusal('approval-refused', `"${state}"`));
    else expect(answer).toMatchObject({ status: 200, json: { state: after, jobs: [] } });
    expect((await versions()).map(({ approval }) => approval)).toEqual([after ?? state]);
  });

  it('permits exactly these ones', () => {
    expect(APPROVAL_TRANSITIONS).toEqual({
      draft: { submit: 'in-review' },
      'in-review': { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
      approved: { withdraw: 'withdrawn' },
      rejected: {},
      withdrawn: {},
    });
  });

  it('is recorded with person, time, meaning and comment', async () => {
    await decide(1, 'submit', { who: 'Åsa' });
    const body = { decision: 'approve', comment: 'Checked against the artwork.' };
    await service.call(`${CARTON}/versions/1/approval`, { method: 'POST', body, headers: by('Bo Öberg') });
    const [version] = await versions();
    expect(version?.decisions).toMatchObject([
      { decision: 'submit', state: 'in-review', meaning: 'authored', by: 'Åsa', comment: '' },
      { decision: 'approve', state: 'approved', meaning: 'approved', by: 'Bo Öberg', comment: 'Checked against the artwork.' },
    ]);
    for (const { moment, epochMs } of version?.decisions ?? []) expect(Date.parse(moment)).toBe(epochMs);
  });

  it('distinguishes a submission by the author from one by another person', async () => {
    await put('two', '');
    await decide(1, 'submit', { who: 'Cy' });
    await decide(2, 'submit', { who: 'Cy' });
    expect((await versions()).map(({ decisions }) => decisions[0]?.meaning)).toEqual(['authored', 'submitted']);
  });

  it.each(['approve', 'reject'] as const)('needs another person than the author: %s', async (decision) => {
    await decide(1, 'submit', { who: 'Cy' });
    for (const name of ['Åsa', ' åsa ', 'A\u030Asa'])
      expect(await decide(1, decision, { who: name })).toMatchObject(refusal('same-person', 'wrote it'));
    expect(await decide(1, decision, { who: 'cy' })).toMatchObject(refusal('same-person', 'submitted it'));
    expect((await versions())[0]).toMatchObject({ approval: 'in-review', decisions: [{ decision: 'submit' }] });
  });

  it.each<Record<string, string>>([{}, { 'strobe-author': '' }, { 'strobe-author': '%20' }])(
    'must name the person: %j',
    async (headers) => {
      const answer = await service.call(`${CARTON}/versions/1/approval`, { method: 'POST', body: { decision: 'submit' }, headers });
      expect(answer).toMatchObject(refusal('author-required', 'strobe-author', 422));
      expect((await versions())[0]?.approval).toBe('draft');
    },
  );

  it('is refused for an unknown version, label and decision', async () => {
    expect(await decide(7, 'submit')).toMatchObject({ status: 404, json: { detail: 'There is no version 7 of the label "Carton".' } });
    expect(await decide(1, 'submit', { path: '/api/v3/labels/None' })).toMatchObject({ status: 404 });
    expect(await decide(1, 'sign' as ApprovalDecision)).toMatchObject({ status: 400 });
  });

  it('is made once when its request is repeated with the same idempotency key', async () => {
    const headers = { ...by('Åsa'), 'idempotency-key': 'submit-1' };
    const send = () => service.call(`${CARTON}/versions/1/approval`, { method: 'POST', body: { decision: 'submit' }, headers });
    const answers = [await send(), await send()].map(({ status, json }) => ({ status, json }));
    expect(answers).toEqual([answers[0], answers[0]]);
    expect((await versions())[0]?.decisions).toHaveLength(1);
  });

  it('survives a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strobe-approval-'));
    const database = join(folder, 'strobe.db');
    await service.close();
    service = await openService({ database });
    await put('one');
    await approve(1);
    const before = await versions();
    await service.close();
    service = await openService({ database });
    expect(await versions()).toEqual(before);
    await service.close();
    rmSync(folder, { recursive: true });
    service = await openService();
  });
});

describe('the approval of a label', () => {
  it('moves with its name, above the versions that the name had', async () => {
    await put('old', 'Åsa', '/api/v3/labels/Box');
    await service.call('/api/v3/labels/Box', { method: 'DELETE' });
    await approve(1);
    const renamed = await service.call(`${CARTON}/rename`, { method: 'POST', body: { name: 'Box' } });
    expect([renamed.status, renamed.text]).toEqual([204, '']);
    expect(await versions('/api/v3/labels/Box')).toMatchObject([
      { revision: 2, approval: 'approved', decisions: [{ meaning: 'authored' }, { meaning: 'approved' }] },
      { revision: 1, approval: 'draft', decisions: [] },
    ]);
  });

  it('is withdrawn when the label is deleted, and its history remains', async () => {
    await approve(1);
    await put('two');
    await service.call(CARTON, { method: 'DELETE', headers: by('Cy') });
    await put('three');
    expect(await versions()).toMatchObject([
      { revision: 3, approval: 'draft', decisions: [] },
      { revision: 2, approval: 'draft', decisions: [] },
      { revision: 1, approval: 'withdrawn', decisions: [{}, {}, { meaning: 'withdrawn', by: 'Cy', comment: 'The label was deleted.' }] },
    ]);
  });

  it('is in the list of labels', async () => {
    const listed = async () => labelSummarySchema.parse(((await service.call('/api/v3/labels')).json as Record<string, unknown>)['Carton']);
    expect(await listed()).toMatchObject({ revision: 1, approval: 'draft', approvedRevision: null });
    await approve(1);
    expect(await listed()).toMatchObject({ revision: 1, approval: 'approved', approvedRevision: 1 });
    await put('two');
    expect(await listed()).toMatchObject({ revision: 2, approval: 'draft', approvedRevision: 1 });
  });
});

it('a key decides only with the scope approve', async () => {
  await service.close();
  service = await openService({ isKeyRequired: true });
  const key = async (scope: 'edit' | 'admin' | 'approve') => ({
    authorization: `Bearer ${await service.apiKeys.add({ name: scope, scopes: [scope], printers: undefined })}`,
  });
  const edit = await key('edit');
  await service.call(CARTON, { method: 'PUT', body: textLabel('one'), headers: { ...edit, ...by('Åsa') } });
  const submit = async (headers: Record<string, string>) =>
    (
      await service.call(`${CARTON}/versions/1/approval`, {
        method: 'POST',
        body: { decision: 'submit' },
        headers: { ...headers, ...by('Bo') },
      })
    ).status;
  expect([await submit(edit), await submit(await key('admin')), await submit(await key('approve'))]).toEqual([403, 403, 200]);
});
