import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelAcceptanceSchema } from '#contract/api-v3/label-acceptance.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
  for (const [name, text] of [
    ['Case', 'one'],
    ['Crate/é', 'two'],
    ['Pallet', 'three'],
  ] as const)
    await service.call(`/api/v3/labels/${encodeURIComponent(name)}`, { method: 'PUT', body: textLabel(text) });
  await service.controller.labelAcceptance.idle();
  // As an older program version stored them, which drew one of them like the other.
  const pallet = service.db.selectFrom('label_comparisons').where('name', '=', 'Pallet');
  await service.db
    .updateTable('label_comparisons')
    .set({ picture: pallet.select('picture'), picture_hash: pallet.select('picture_hash') })
    .where('name', '=', 'Crate/é')
    .execute();
  await service.db.updateTable('label_comparisons').set({ drawing: 'older', version: '0.0.0-older' }).execute();
  service.controller.labelAcceptance.wake();
  await service.controller.labelAcceptance.idle();
});
afterEach(() => service.close());

const read = async (query = '') => labelAcceptanceSchema.parse((await service.call(`/api/v3/labelAcceptance${query}`)).json);
const accept = (comparisons: unknown, headers: Record<string, string> = {}) =>
  service.call('/api/v3/labelAcceptance/accept', { method: 'POST', body: { comparisons }, headers });

describe('GET /labelAcceptance', () => {
  it('lists the result of every label, or only of those not accepted yet', async () => {
    const all = await read();
    expect(all).toMatchObject({ version: '0.0.0', waiting: 0, drawn: 3, open: 1 });
    expect(all.comparisons.map(({ labelName, outcome }) => [labelName, outcome])).toEqual([
      ['Case', 'same'],
      ['Crate/é', 'changed'],
      ['Pallet', 'same'],
    ]);
    const open = await read('?open=true');
    expect(open.comparisons).toEqual([
      {
        ...{ labelName: 'Crate/é', revision: 1, outcome: 'changed', isChanged: true, detail: null, isFontReplaced: false },
        ...{ versionBefore: '0.0.0-older', version: '0.0.0', moment: expect.stringMatching(/Z$/u) as string, accepted: null },
      },
    ]);
  });

  it('refuses a query that is neither true nor false', async () => {
    expect(await service.call('/api/v3/labelAcceptance?open=yes')).toMatchObject({ status: 400, json: { errors: [{ pointer: '?open' }] } });
  });
});

describe('GET /labelAcceptance/{name}/difference', () => {
  it('shows both drawings in one picture, each in its colour', async () => {
    const { headers, bytes } = await service.call(`/api/v3/labelAcceptance/${encodeURIComponent('Crate/é')}/difference`);
    expect(headers['content-type']).toBe('image/png');
    const { data } = PNG.sync.read(bytes);
    const colors = new Set(Array.from({ length: data.length / 4 }, (_, dot) => data.subarray(dot * 4, dot * 4 + 3).join()));
    expect([...colors].sort()).toEqual(['0,92,200', '150,150,150', '213,72,0', '255,255,255']);
  });

  it('is not found for a label that was not drawn again', async () => {
    await service.call('/api/v3/labels/New', { method: 'PUT', body: textLabel('new') });
    await service.controller.labelAcceptance.idle();
    for (const name of ['New', 'None']) expect((await service.call(`/api/v3/labelAcceptance/${name}/difference`)).status).toBe(404);
  });
});

describe('POST /labelAcceptance/accept', () => {
  it('stores who accepted it, and is idempotent', async () => {
    const { comparisons } = await read('?open=true');
    const shown = comparisons.map(({ labelName, moment }) => ({ labelName, moment }));
    expect((await accept(shown, { 'strobe-author': encodeURIComponent('Åsa') })).status).toBe(204);
    const first = await read();
    expect(first.comparisons[1]).toMatchObject({ accepted: { by: 'Åsa' } });
    expect((await accept(shown)).status).toBe(204);
    expect([await read(), (await read('?open=true')).comparisons]).toEqual([first, []]);
  });

  it('accepts all or none, and nothing that was drawn since', async () => {
    const [comparison] = (await read('?open=true')).comparisons;
    const shown = { labelName: comparison!.labelName, moment: comparison!.moment };
    const old = await accept([shown, { labelName: 'Case', moment: '2020-01-01T00:00:00Z' }]);
    expect(old).toMatchObject({ status: 412, json: { type: 'urn:strobe:problem:changed-meanwhile' } });
    expect(await accept([shown, { labelName: 'None', moment: comparison!.moment }])).toMatchObject({ status: 404 });
    expect(await read()).toMatchObject({ open: 1 });
  });

  it.each([
    ['no label', [], '/comparisons'],
    ['a moment that is none', [{ labelName: 'Case', moment: 'now' }], '/comparisons/0/moment'],
    ['a key that is not known', [{ labelName: 'Case', moment: '2026-11-21T00:00:00Z', all: true }], '/comparisons/0/all'],
  ])('refuses %s and names it', async (_what, comparisons, pointer) => {
    expect(await accept(comparisons)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });
});
