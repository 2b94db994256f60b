import { describe, expect, it } from 'vitest';
import { publicationSchema, type LibraryItemDetail, type LibraryTarget, type LibraryVersion } from '#contract/plant/library.ts';
import type { PlantController } from '#contract/plant/plant-controller.ts';
import { effectOf, newPublishForm, offeredTargets, publicationOf } from '#renderer/plant/library/publish-form.ts';

const NOW = '2026-11-21T14:03:00.000Z';
const ALL: LibraryTarget = { sites: [], lines: [], tags: [] };

const version = (number: number, approved?: string): LibraryVersion => ({
  ...{ version: number, bytes: 1, saved: NOW, savedBy: 'Ana', comment: '' },
  ...(approved && { approved }),
});

function item(target?: LibraryTarget): LibraryItemDetail {
  const rollOut = { wanted: 0, taken: 0, waiting: 0, refused: 0, changed: 0, unheard: 0 };
  const published = target && { published: { version: 1, target, isChangeable: true, replacesOwn: true, at: NOW, by: 'Ana' } };
  return { kind: 'label', name: 'Case', newest: version(3), rollOut, versions: [version(3), version(2, NOW)], lines: [], ...published };
}

function controller(id: string, place?: { site: string; line: string; tags: string[] }): PlantController {
  const seen = { id, firstSeen: NOW, lastSeen: NOW, isConnected: true };
  if (!place) return seen;
  const report = { name: id, ...place, version: '1', clock: { now: NOW, isTrusted: true }, waitingPrints: 0, printers: [] };
  return { ...seen, report };
}

const CONTROLLERS = [
  controller('c1', { site: 'North', line: 'Line 10', tags: ['food'] }),
  controller('c2', { site: 'North', line: 'Line 2', tags: [] }),
  controller('c3'),
];

describe('the form of a publication', () => {
  it('starts with the newest version that may be published', () => {
    expect(newPublishForm(item(), false)).toMatchObject({ version: '3', scope: 'all', isChangeable: false });
    expect(newPublishForm(item(), true)).toMatchObject({ version: '2' });
    expect(newPublishForm({ ...item(), versions: [version(3)] }, true)).toMatchObject({ version: '' });
  });

  it('starts as the item is published', () => {
    const target = { ...ALL, sites: ['North'] };
    expect(newPublishForm(item(target), false)).toMatchObject({ scope: 'some', target, isChangeable: true, replacesOwn: true });
  });

  it('makes a publication that the plant understands, without what was chosen before it was for all lines', () => {
    const form = { ...newPublishForm(item({ ...ALL, tags: ['food'] }), false), scope: 'all' as const };
    expect(publicationSchema.parse(publicationOf(form))).toEqual({ version: 3, target: ALL, isChangeable: true, replacesOwn: true });
  });

  it('offers what controllers report, and what is chosen although no controller reports it', () => {
    expect(offeredTargets(CONTROLLERS, { ...ALL, lines: ['Line 1'] })).toEqual({
      ...{ sites: ['North'], lines: ['Line 1', 'Line 2', 'Line 10'], tags: ['food'] },
    });
  });

  it('says how many lines get it, and how many remove it', () => {
    expect(effectOf(CONTROLLERS, ALL, undefined)).toEqual({ getting: 3, losing: 0 });
    expect(effectOf(CONTROLLERS, { ...ALL, sites: ['North'], tags: ['food'] }, ALL)).toEqual({ getting: 1, losing: 2 });
  });
});
