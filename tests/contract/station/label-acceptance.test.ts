import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { labelDifferenceUrl } from '#contract/station/urls.ts';
import { localAuthor } from '#station/platform/local-author.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { connectionWhen } from '#support/watch.ts';

let service: OpenService;
let station: OpenStation;

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  station = await openStation({ controllers: [service.url] });
});

afterAll(async () => {
  await station.close();
  await service.close();
});

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    client = recording(await station.connect(link), called);
    connection = (await connectionWhen(client, ({ url, state }) => url === service.url && state === 'online')).id;
  });

  it('labels that an update has changed are listed, shown and accepted', async () => {
    const { labelAcceptance } = service.controller;
    await client.labels.put({ expected: null, connection, name: link, label: { ...textLabel('Proof') } });
    await labelAcceptance.idle();
    const asOlder = { drawing: 'older', version: '0.0.0-older', picture_hash: 'older', picture: null };
    await service.db.updateTable('label_comparisons').set(asOlder).where('name', '=', link).execute();
    labelAcceptance.wake();
    await labelAcceptance.idle();
    const { comparisons } = await client.labelAcceptance.open({ connection });
    expect(comparisons).toMatchObject([{ labelName: link, outcome: 'changed', versionBefore: '0.0.0-older' }]);
    const { moment } = comparisons[0]!;
    const picture = await station.fetch(labelDifferenceUrl(connection, { label: link, version: moment }));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    await expect(client.labelAcceptance.accept({ connection, comparisons: [{ labelName: link, moment }] })).resolves.toEqual({});
    await expect(client.labelAcceptance.open({ connection })).resolves.toMatchObject({ open: 0, comparisons: [] });
    const all = await labelAcceptance.read({ isOpenOnly: false });
    expect(all.comparisons.find(({ labelName }) => labelName === link)).toMatchObject({ accepted: { by: localAuthor() } });
  });

  it('every operation was called', () => {
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'labelAcceptance')));
  });
});
