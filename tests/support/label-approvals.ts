import { expect } from 'vitest';
import type { ApprovalDecision } from '#contract/api-v3/label-approval.ts';
import { textLabel, type OpenService } from './open-service.ts';

export const CARTON = '/api/v3/labels/Carton';

/** The header that names a person. */
export const by = (name: string) => ({ 'strobe-author': encodeURIComponent(name) });

/** Puts labels of Åsa, and decides about their versions. */
export function labelApprovals(service: () => OpenService) {
  const put = (text: string, author = 'Åsa', path = CARTON) =>
    service().call(path, { method: 'PUT', body: textLabel(text), headers: by(author) });
  const decide = (revision: number, decision: ApprovalDecision, { who = 'Bo', path = CARTON } = {}) =>
    service().call(`${path}/versions/${revision}/approval`, { method: 'POST', body: { decision }, headers: by(who) });
  const approve = async (revision: number, path = CARTON) => {
    await decide(revision, 'submit', { who: 'Åsa', path });
    expect(await decide(revision, 'approve', { path })).toMatchObject({ status: 200, json: { state: 'approved' } });
  };
  return { put, decide, approve };
}

/** A refusal with this problem, whose detail contains the text. */
export const refusal = (slug: string, detail: string, status = 409) => ({
  status,
  json: { type: `urn:strobe:problem:${slug}`, detail: expect.stringContaining(detail) as string },
});
