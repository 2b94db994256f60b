import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageFileUrl } from '#contract/station/urls.ts';
import { ITALIAN, LINKS, openStation, type OpenStation } from '#support/open-station.ts';

let station: OpenStation;

beforeAll(async () => {
  station = await openStation();
});

afterAll(() => station.close());

describe('the languages of a station', () => {
  it.each(LINKS)('are listed over a %s', async (link) => {
    const client = await station.connect(link);
    await expect(client.languages.list({})).resolves.toEqual([{ tag: 'it', name: 'Italiano', direction: 'ltr' }]);
  });

  it('have their texts at their address', async () => {
    const answer = await station.fetch(languageFileUrl('it'));
    expect([answer.status, await answer.json()]).toEqual([200, ITALIAN]);
  });
});
